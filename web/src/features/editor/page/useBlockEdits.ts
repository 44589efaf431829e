import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { blockEditsQuery } from '@/api/editing'
import type { BlockEdit } from '@/api/types'
import { tabId } from '@/lib/editing/tab'

const pauseMs = 400

/** A position in a text; `number` changes with both. */
export interface TextPlace {
  text: () => string
  position: number
  number: number
  /** Whether the author is waiting for the edits. */
  isUrgent?: boolean
}

export interface BlockEdits {
  /** Those of an earlier place while others are loading. */
  edits: readonly BlockEdit[]
  state: 'loading' | 'current' | 'failed'
}

/** The edits that the block at the cursor allows, asked for when the cursor rests. */
export function useBlockEdits(path: string, place: TextPlace | undefined): BlockEdits {
  const [asked, setAsked] = useState<{ text: string; position: number; number: number }>()
  useEffect(() => {
    if (!place) return
    const timer = setTimeout(
      () => {
        const { position, number } = place
        setAsked({ text: place.text(), position, number })
      },
      place.isUrgent ? 0 : pauseMs,
    )
    return () => clearTimeout(timer)
  }, [place])
  const { data, isError, isPlaceholderData } = useQuery(blockEditsQuery(path, tabId(), asked))
  // Without a cursor in the text there is nothing to wait for.
  if (!place) return { edits: data ?? [], state: 'current' }
  const isAsked = asked !== undefined && asked.number === place.number
  const isThere = data !== undefined && !isPlaceholderData
  const state = isAsked && isError ? 'failed' : isAsked && isThere ? 'current' : 'loading'
  return { edits: data ?? [], state }
}
