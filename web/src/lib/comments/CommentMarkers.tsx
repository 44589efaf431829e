import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlacedComment } from '@/api/types'
import { openAtPlaces } from './threads'

interface CommentMarkersProps {
  /** The text; its parent is the frame in which the markers stand. */
  article: HTMLElement | null
  threads: readonly PlacedComment[]
  open: string | undefined
  onOpen: (id: string) => void
}

interface Marker {
  id: string
  top: number
  threads: PlacedComment[]
}

/** A button beside each paragraph with open threads. */
export function CommentMarkers({ article, threads, open, onOpen }: CommentMarkersProps) {
  const { t } = useTranslation()
  const markers = useMarkers(article, threads)
  return markers.map(({ id, top, threads: [first, ...others] }) => {
    if (!first) return null
    const count = others.length + 1
    return (
      <button
        key={id}
        type="button"
        className="cmt-marker"
        style={{ top }}
        aria-pressed={[first, ...others].some(({ thread }) => thread.id === open)}
        aria-label={t('comments.marker', { count, text: first.thread.quote })}
        onClick={() => onOpen(first.thread.id)}
      >
        {count}
      </button>
    )
  })
}

/** The heights of the paragraphs, measured again whenever the text changes its size. */
function useMarkers(article: HTMLElement | null, threads: readonly PlacedComment[]): Marker[] {
  const [markers, setMarkers] = useState<Marker[]>([])
  useLayoutEffect(() => {
    const frame = article?.parentElement
    if (!article || !frame) return setMarkers([])
    const measure = () => {
      const { top } = frame.getBoundingClientRect()
      const places = new Map([...article.querySelectorAll('[id]')].map((each) => [each.id, each]))
      const found = [...openAtPlaces(threads)].flatMap(([id, at]) => {
        const place = places.get(id)
        return place ? [{ id, top: place.getBoundingClientRect().top - top, threads: at }] : []
      })
      setMarkers(found.sort((a, b) => a.top - b.top))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(article)
    return () => observer.disconnect()
  }, [article, threads])
  return markers
}
