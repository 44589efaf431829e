import type { ViewUpdate } from '@codemirror/view'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadBlockEdits, renderDraft } from '@/api/editing'
import type { GlossaryTerm, ViewFigure } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { tabId } from '@/lib/editing/tab'
import { showProblem } from '@/lib/showProblem'
import type { PlaceFollower } from '../model/chosenElement'
import type { ContentModel } from '../model/contentModel'
import { exactText } from '../source/lineEnds'
import type { SourceHandle } from '../source/SourceEditor'
import type { ChosenChip } from './editedRun'
import { markFor } from './formats'
import type { PageState } from './pageFeed'
import { pageNodes } from './pageNodes'
import { PageSession } from './pageSession'
import { TermMarks } from './termMarks'
import type { TextPlace } from './useBlockEdits'
import { useTermOffers } from './useTermOffers'

interface PageSessionOptions {
  path: string
  source: RefObject<SourceHandle | null>
  model: ContentModel | undefined
  follower: PlaceFollower
  readOnly: boolean
  /** Something is to be inserted at the cursor; what was typed for it. */
  onInsert: (typed: string) => void
  /** An element that stands in the text as a whole is to be edited. */
  onChip: (chip: ChosenChip) => void
  /** The terms of the manual. */
  terms: readonly GlossaryTerm[]
  /** The text has words that the source editor does not have yet. */
  onWaiting: (read: () => string) => void
}

/** The block at the cursor. */
export interface BlockPlace extends TextPlace {
  element: string
}

/** A page that is edited, in the elements that `host` and `buffer` refer to. */
export function usePageSession(options: PageSessionOptions) {
  const { path, source, follower, readOnly } = options
  const { t } = useTranslation()
  const host = useRef<HTMLElement>(null)
  const buffer = useRef<HTMLTextAreaElement>(null)
  const session = useRef<PageSession>(null)
  const [state, setState] = useState<PageState>({ kind: 'loading' })
  const [place, setPlace] = useState<BlockPlace>()
  const [announced, setAnnounced] = useState('')
  // A screen reader reads the same words again only when they are not the same text.
  const announce = useCallback(
    (words: string) => setAnnounced((before) => (before === words ? `${words}\u00a0` : words)),
    [],
  )
  const urlOf = usePictures(path)
  const offers = useTermOffers(session, options.terms)
  const { follow: offer, onCaret: leaveOffers, onKey: onOfferKey } = offers
  const marks = useRef<TermMarks>(null)
  const latest = useRef({ ...options, urlOf, t })
  useEffect(() => {
    latest.current = { ...options, urlOf, t }
  })
  useEffect(() => {
    const text = source.current?.view()
    if (!host.current || !buffer.current || !text) return
    const say = (key: string, values?: Record<string, string>) => announce(latest.current.t(key, values))
    const opened: PageSession = new PageSession(host.current, {
      source: text,
      buffer: buffer.current,
      labelOf: (element) => latest.current.t(`editor.page.element.${element}`, { defaultValue: element }),
      nodesOf: (page) => pageNodes(page, (figure) => latest.current.urlOf?.(figure)),
      loadPage: (xml, signal) => renderDraft(path, tabId(), xml, signal),
      loadEdits: (xml, position, commands) =>
        loadBlockEdits(path, tabId(), { text: xml, position, commands }),
      onState: (next) => {
        setState(next)
        marks.current?.refresh()
      },
      onCaret: (position) => {
        follower.follow({ doc: text.state.doc, position })
        leaveOffers(position)
      },
      onKey: onOfferKey,
      onPlace: (position, element) =>
        setPlace((before) => ({
          position,
          element,
          number: (before?.number ?? 0) + 1,
          text: () => text.state.sliceDoc(),
        })),
      onWaiting: () => latest.current.onWaiting(() => exactText(opened.whole())),
      onInsert: (typed) => latest.current.onInsert(typed),
      markFor: (format, selected) => markFor(format, latest.current.model, text.state.doc, selected),
      model: () => latest.current.model,
      onPasted: (outcome) => announce(latest.current.t(`editor.paste.${outcome}`)),
      onRefused: () => say('editor.block.refused'),
      onCommand: (command, isDone) => say(isDone ? `editor.block.done.${command}` : 'editor.block.refused'),
      onBusy: () => say('editor.block.busy'),
      onChip: (chip) => latest.current.onChip(chip),
      onCutChip: () => say('editor.page.cutChip'),
      onKept: (words) => say('editor.page.kept', { words }),
      onProblem: showProblem,
    })
    session.current = opened
    // The page may have been hidden for a while; what it showed is gone.
    setState({ kind: 'loading' })
    const marked = new TermMarks(host.current, () => latest.current.terms)
    marks.current = marked
    return () => {
      session.current = null
      marks.current = null
      marked.stop()
      opened.stop()
    }
  }, [path, source, follower, announce, leaveOffers, onOfferKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new terms are marked.
  useEffect(() => marks.current?.refresh(), [options.terms])
  const isLocked = readOnly || state.kind === 'refused'
  useEffect(() => session.current?.view.lock(isLocked), [isLocked])
  useEffect(() => {
    // Pictures wait for their address.
    if (urlOf) session.current?.load()
  }, [urlOf])
  const follow = useCallback(
    (update: ViewUpdate) => {
      // The text may change while the focus is elsewhere: commands act where the block is by then.
      if (update.docChanged)
        setPlace(
          (before) =>
            before && {
              ...before,
              position: update.changes.mapPos(before.position, 1),
              number: before.number + 1,
              isUrgent: false,
            },
        )
      session.current?.follow(update)
      if (!update.docChanged) return
      marks.current?.refresh()
      offer(update)
    },
    [offer],
  )
  return { offers, host, buffer, session, state, place, setPlace, announced, announce, follow }
}

/** The addresses of pictures, as soon as there is a token for them. */
function usePictures(path: string): ((figure: ViewFigure) => string | undefined) | undefined {
  const token = useQuery(mediaTokenQuery(path.split('/')[1] ?? '')).data
  return useMemo(
    () =>
      token &&
      (({ path: picture, state, versionId }: ViewFigure) =>
        picture && state === 'found'
          ? mediaUrl(picture, { ...token, version: versionId, as: 'view' })
          : undefined),
    [token],
  )
}
