import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReferencePlace } from '@/api/types'
import { viewQuery } from '@/api/view'
import { quoteOf } from '@/lib/article/quote'
import { currentLanguage } from '@/lib/i18n'
import { usePaused } from '@/lib/usePaused'
import { placeOfLink } from './placeOfLink'

const pauseMs = 250

/** The beginning of a paragraph is enough to recognise it. */
const maxQuote = 400

interface LinkPreview {
  code: string
  title: string
  /** The text of the paragraph; '' for a whole module. */
  quote: string
  /** The link is not to the working version as it is now. */
  isOther: boolean
}

interface LinkResult {
  /** The place that the preview shows; undefined until it is there. */
  place: ReferencePlace | undefined
  preview: LinkPreview | undefined
  state: 'empty' | 'wrong' | 'loading' | 'missing' | 'ready'
  error: Error | null
}

/**
 * The place that a copied link leads to, with its text: a paragraph without an id of its own is named by its position,
 * so the user must see which one it is. The reference is made to the version that is shown.
 */
export function useLinkedPlace(link: string): LinkResult {
  const paused = usePaused(link, pauseMs)
  const linked = useMemo(() => placeOfLink(paused), [paused])
  const { path = '', anchor = '', text = {}, from } = linked?.module ?? {}
  const read = useQuery({
    ...viewQuery(path, text, currentLanguage()),
    enabled: linked?.module !== undefined,
  })
  // The link was made in another version, in which its paragraph has this id.
  const isEarlier = from !== undefined && read.data !== undefined && read.data.file.versionId !== from
  const earlier = useQuery({
    ...viewQuery(path, { version: from }, currentLanguage()),
    enabled: isEarlier,
  })
  const { data: view, error } = isEarlier ? earlier : read
  const quote = useMemo(() => (view && anchor !== '' ? textOf(view.html, anchor) : undefined), [view, anchor])
  const nothing = { place: undefined, preview: undefined, error: null }
  if (link.trim() === '') return { ...nothing, state: 'empty' }
  if (paused !== link) return { ...nothing, state: 'loading' }
  if (!linked) return { ...nothing, state: 'wrong' }
  if (!linked.module) return { ...nothing, place: { path: linked.manualPath }, state: 'ready' }
  if (error) return { ...nothing, state: 'missing', error }
  if (!view) return { ...nothing, state: 'loading' }
  if (anchor !== '' && quote === undefined) return { ...nothing, state: 'missing' }
  const { code, title, versionId: version } = view.file
  const { lane = 'working', revision, asOf } = text
  const isOther =
    isEarlier || lane !== 'working' || [revision, asOf, text.version].some((value) => value !== undefined)
  const preview = { code, title, quote: quote ?? '', isOther }
  return { place: { path, version, anchor }, preview, state: 'ready', error: null }
}

/** The beginning of the text of the element with this id; undefined when there is none. */
function textOf(html: string, id: string): string | undefined {
  const text = quoteOf(html, id)?.text
  return text && text.length > maxQuote ? `${text.slice(0, maxQuote)}…` : text
}
