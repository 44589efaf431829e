import type { ViewUpdate } from '@codemirror/view'
import { type FocusEvent, type Ref, type RefObject, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editGraphic } from '@/api/forms'
import type { BlockCommand, BlockEdit, GlossaryTerm } from '@/api/types'
import { tabId } from '@/lib/editing/tab'
import { Skeleton } from '@/ui/Skeleton'
import type { FormName } from '../forms/useForms'
import {
  type ChosenElement,
  type ChosenPlace,
  type PlaceFollower,
  setAttribute,
} from '../model/chosenElement'
import type { ContentModel } from '../model/contentModel'
import type { SourceHandle } from '../source/SourceEditor'
import type { ChosenChip } from './editedRun'
import { NewFigureDialog } from './NewFigureDialog'
import { PageNotice } from './PageNotice'
import { PageTools } from './PageTools'
import { TermHint } from './TermHint'
import { TermList } from './TermList'
import { isTableCommand } from './tableCommands'
import { useBlockEdits } from './useBlockEdits'
import { usePageSession } from './usePageSession'
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
  /** The terms of the manual. */
  terms: readonly GlossaryTerm[]
  readOnly: boolean
  /** The author wants a form about an element. */
  onForm: (name: FormName, element: number, isNew?: boolean) => void
  /** The text has words that the source editor does not have yet. */
  onWaiting: (read: () => string) => void
  onBlur: () => void
  /** The author wants to see a line of the source. */
  onLine: (line: number) => void
}

/** Elements whose target the form of references changes. */
const references = new Set(['dmRef', 'internalRef', 'pmRef'])

/** Elements in a line of text that have a form for their words. */
const inLine = new Set(['acronym', 'inlineSignificantData', 'quantity', 'verbatimText'])

/** A module as readers see it, edited in place. */
export function PageEditor(props: PageEditorProps) {
  const { ref, path, label, source, model, follower, terms, readOnly, onForm, onWaiting } = props
  const { onBlur, onLine } = props
  const { t } = useTranslation()
  /** The text that was typed to open the menu; undefined while it is closed. */
  const [inserting, setInserting] = useState<string>()
  const startInsert = (typed: string) => {
    // The place was told when the cursor came into its block; an element may be inserted within its text.
    const position = session.current?.view.lastCaret
    setPlace(
      (before) =>
        before && {
          ...before,
          position: position ?? before.position,
          number: before.number + 1,
          isUrgent: true,
        },
    )
    setInserting(typed)
  }
  const endInsert = (isEscape: boolean) => {
    setInserting(undefined)
    // A slash that was not meant for the menu belongs to the text.
    if (place) session.current?.type(place.position, isEscape ? (inserting ?? '') : '')
  }
  const openChip = ({ name, from }: ChosenChip) =>
    onForm(references.has(name) ? 'reference' : name === 'symbol' ? 'graphic' : 'inline', from)
  const page = usePageSession({
    path,
    source,
    model,
    follower,
    readOnly,
    terms,
    onInsert: startInsert,
    onChip: openChip,
    onWaiting,
  })
  const { offers, host, buffer, session, state, place, setPlace, announced, announce, follow } = page
  const edits = useBlockEdits(path, readOnly ? undefined : place)
  useImperativeHandle(
    ref,
    () => ({
      follow,
      goTo: (position) => session.current?.goTo(position),
      position: () => session.current?.view.caret() ?? session.current?.view.lastCaret,
    }),
    [follow, session],
  )
  /** The figure that is inserted when its image is chosen. */
  const [figure, setFigure] = useState<BlockEdit>()
  const insert = (edit: BlockEdit) => {
    const { command, depth, inserted } = edit
    setInserting(undefined)
    if (inserted === 'figure') setFigure(edit)
    else if (inserted !== undefined && inLine.has(inserted)) void insertInLine(edit)
    else if (place) void session.current?.command(command, place.position, depth, inserted)
  }
  /** The words of an element in a line are written in its form. */
  const insertInLine = async ({ command, depth, inserted = '', from }: BlockEdit) => {
    const text = source.current?.view()
    if (!place || !text) return
    await session.current?.command(command, place.position, depth, inserted)
    if (text.state.sliceDoc(from, from + inserted.length + 1) === `<${inserted}`) onForm('inline', from, true)
  }
  const insertFigure = ({ command, depth, inserted }: BlockEdit, media: string) => {
    const complete = async (text: string, position: number) => {
      const draft = { path, tab: tabId(), text }
      return (await editGraphic(draft, position, { number: 0, media })).edits
    }
    if (place) void session.current?.command(command, place.position, depth, inserted, complete)
  }
  const closeFigure = () => {
    setFigure(undefined)
    if (place) session.current?.goTo(place.position)
  }
  const runCommand = (command: BlockCommand, depth: number) => {
    if (!place) return
    // The place was told when the cursor came into its block; a split is made where it is now, and a command on a table
    // leaves it there.
    const isAtCaret = command === 'split' || isTableCommand(command)
    const position = (isAtCaret && session.current?.view.lastCaret) || place.position
    void session.current?.command(command, position, depth)
  }
  const setApplic = ({ element }: ChosenElement, at: ChosenPlace, id: string | undefined) => {
    const text = source.current?.view()
    const next = text && setAttribute(text, at, element, 'applicRefId', id)
    announce(t(next ? 'editor.applic.done' : 'editor.properties.refused'))
    if (next) follower.jump(next)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    offers.close()
    onBlur()
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
              isInserting={inserting !== undefined}
              onOpenInsert={() => startInsert('')}
              onCloseInsert={endInsert}
              onPicked={() => setInserting(undefined)}
              onCommand={runCommand}
              onInsert={insert}
              onFormat={(format) => session.current?.view.format(format)}
              onApplic={setApplic}
              onForm={onForm}
            />
          )}
          <p role="status" className="af-hint">
            {announced}
          </p>
        </div>
      )}
      <TermHint follower={follower} terms={terms} />
      {offers.offered && (
        <TermList
          offered={offers.offered}
          active={offers.active}
          onPick={offers.pick}
          onPoint={offers.setActive}
        />
      )}
      <PageNotice state={state} onLine={onLine} onRetry={() => session.current?.load()} />
      {state.kind === 'loading' && <Skeleton lines={8} />}
      <textarea
        ref={buffer}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('editor.page.waiting')}
      />
      {figure && (
        <NewFigureDialog
          csdb={path.split('/')[1] ?? ''}
          onPick={(media) => insertFigure(figure, media)}
          onClose={closeFigure}
        />
      )}
      <section
        ref={host}
        className="rd-article ed-article"
        aria-label={label}
        aria-busy={state.kind === 'loading'}
      />
    </div>
  )
}
