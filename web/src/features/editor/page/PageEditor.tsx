import type { ViewUpdate } from '@codemirror/view'
import { useQuery } from '@tanstack/react-query'
import {
  type FocusEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { loadBlockEdits, renderDraft } from '@/api/editing'
import type { BlockEdit, ViewFigure } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { tabId } from '@/lib/editing/tab'
import { showProblem } from '@/lib/showProblem'
import { Skeleton } from '@/ui/Skeleton'
import type { FormName } from '../forms/useForms'
import { type PlaceFollower, setAttribute } from '../model/chosenElement'
import type { ContentModel } from '../model/contentModel'
import type { SourceHandle } from '../source/SourceEditor'
import { markFor } from './formats'
import { PageNotice } from './PageNotice'
import { PageTools } from './PageTools'
import type { PageState } from './pageFeed'
import { pageNodes } from './pageNodes'
import { PageSession } from './pageSession'
import { type TextPlace, useBlockEdits } from './useBlockEdits'
import '@/lib/article/article.css'
import '@/lib/article/articleTables.css'
import '@/lib/article/articleMarks.css'
import './page.css'

export interface PageHandle {
  /** Shows a change of the text. */
  follow: (update: ViewUpdate) => void
  /** Puts the cursor into the block at a place of the text, or next to it. */
  goTo: (position: number) => void
  /** The place of the cursor in the text. */
  position: () => number | undefined
}

interface PageEditorProps {
  ref: Ref<PageHandle>
  path: string
  label: string
  /** The source editor, which has the text and the place to begin at. */
  source: RefObject<SourceHandle | null>
  model: ContentModel | undefined
  follower: PlaceFollower
  readOnly: boolean
  /** The author wants a form about an element. */
  onForm: (name: FormName, element: number) => void
  onBlur: () => void
  /** The author wants to see a line of the source. */
  onLine: (line: number) => void
}

interface BlockPlace extends TextPlace {
  element: string
}

/** A module as readers see it, edited in place. */
export function PageEditor(props: PageEditorProps) {
  const { ref, path, label, source, model, follower, readOnly, onForm, onBlur, onLine } = props
  const { t } = useTranslation()
  const host = useRef<HTMLElement>(null)
  const buffer = useRef<HTMLTextAreaElement>(null)
  const session = useRef<PageSession>(null)
  const [state, setState] = useState<PageState>({ kind: 'loading' })
  const [place, setPlace] = useState<BlockPlace>()
  const [announced, setAnnounced] = useState('')
  const [isInserting, setInserting] = useState(false)
  const edits = useBlockEdits(path, readOnly ? undefined : place)
  const urlOf = usePictures(path)
  const startInsert = () => {
    // The place was told when the cursor came into its block; an element may be inserted within its text.
    const position = session.current?.view.lastCaret
    setPlace(
      (before) => before && { ...before, position: position ?? before.position, number: before.number + 1 },
    )
    setInserting(true)
  }
  const latest = useRef({ urlOf, t, model, startInsert })
  useEffect(() => {
    latest.current = { urlOf, t, model, startInsert }
  })
  useEffect(() => {
    const text = source.current?.view()
    if (!host.current || !buffer.current || !text) return
    // A screen reader reads the same words again only when they are not the same text.
    const announce = (words: string) =>
      setAnnounced((before) => (before === words ? `${words}\u00a0` : words))
    const opened = new PageSession(host.current, {
      source: text,
      buffer: buffer.current,
      labelOf: (element) => latest.current.t(`editor.page.element.${element}`, { defaultValue: element }),
      nodesOf: (page) => pageNodes(page, (figure) => latest.current.urlOf?.(figure)),
      loadPage: (xml, signal) => renderDraft(path, tabId(), xml, signal),
      loadEdits: (xml, position, commands) =>
        loadBlockEdits(path, tabId(), { text: xml, position, commands }),
      onState: setState,
      onPlace: (position, element) => {
        follower.follow({ doc: text.state.doc, position })
        setPlace((before) => ({
          position,
          element,
          number: (before?.number ?? 0) + 1,
          text: () => text.state.sliceDoc(),
        }))
      },
      onInsert: () => latest.current.startInsert(),
      markFor: (format, position) => markFor(format, latest.current.model, text.state.doc, position),
      onRefused: () => announce(latest.current.t('editor.block.refused')),
      onCommand: (command, isDone) =>
        announce(latest.current.t(isDone ? `editor.block.done.${command}` : 'editor.block.refused')),
      onCutChip: () => announce(latest.current.t('editor.page.cutChip')),
      onKept: (words) => announce(latest.current.t('editor.page.kept', { words })),
      onProblem: showProblem,
    })
    session.current = opened
    return () => {
      session.current = null
      opened.stop()
    }
  }, [path, source, follower])
  const isLocked = readOnly || state.kind === 'refused'
  useEffect(() => session.current?.view.lock(isLocked), [isLocked])
  useEffect(() => {
    // Pictures wait for their address.
    if (urlOf) session.current?.load()
  }, [urlOf])
  useImperativeHandle(
    ref,
    () => ({
      follow: (update) => session.current?.follow(update),
      goTo: (position) => session.current?.view.focusAt(position),
      position: () => session.current?.view.caret() ?? session.current?.view.lastCaret,
    }),
    [],
  )
  const insert = ({ command, depth, inserted }: BlockEdit) => {
    setInserting(false)
    if (place) void session.current?.command(command, place.position, depth, inserted)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what has the focus are the runs inside it.
    <div className="ed-sheet" onBlur={leave}>
      {(!readOnly || announced !== '') && (
        <div className="ed-tools">
          {!readOnly && (
            <PageTools
              element={place?.element}
              edits={edits}
              model={model}
              follower={follower}
              isInserting={isInserting}
              onInserting={(isOpen) => {
                if (isOpen) return startInsert()
                setInserting(false)
                if (place) session.current?.view.focusAt(place.position)
              }}
              onCommand={(command, depth) =>
                place && void session.current?.command(command, place.position, depth)
              }
              onInsert={insert}
              onFormat={(format) => session.current?.view.format(format)}
              onApplic={(chosen, at, id) => {
                const text = source.current?.view()
                const next = text && setAttribute(text, at, chosen.element, 'applicRefId', id)
                if (next) follower.follow(next)
              }}
              onForm={onForm}
            />
          )}
          <p role="status" className="af-hint">
            {announced}
          </p>
        </div>
      )}
      <PageNotice state={state} onLine={onLine} onRetry={() => session.current?.load()} />
      {state.kind === 'loading' && <Skeleton lines={8} />}
      <textarea
        ref={buffer}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('editor.page.waiting')}
      />
      <section
        ref={host}
        className="rd-article ed-article"
        aria-label={label}
        aria-busy={state.kind === 'loading'}
      />
    </div>
  )
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
