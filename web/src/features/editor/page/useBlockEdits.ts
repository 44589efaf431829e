import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { blockEditsQuery } from '@/api/editing'
import { tabId } from '@/lib/editing/tab'

const pauseMs = 400

/** A position in a text; `number` changes with both. */
export interface TextPlace {
  text: () => string
  position: number
  number: number
}

/** The edits that the block at the cursor allows, asked for when the cursor rests. */
export function useBlockEdits(path: string, place: TextPlace | undefined) {
  const [asked, setAsked] = useState<{ text: string; position: number; number: number }>()
  useEffect(() => {
    if (!place) return
    const timer = setTimeout(() => {
      const { position, number } = place
      setAsked({ text: place.text(), position, number })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [place])
  return useQuery(blockEditsQuery(path, tabId(), asked)).data ?? []
}
