import { type Diagnostic, forEachDiagnostic, setDiagnostics } from '@codemirror/lint'
import { openSearchPanel } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormEdit, GlossaryTerm, TextProblem } from '@/api/types'
import type { PlaceFollower } from '../model/chosenElement'
import type { FoundModule } from '../model/completion'
import type { ContentModel } from '../model/contentModel'
import { formatSelection } from '../model/formatXml'
import { selectTagName } from '../model/tagRename'
import { exactText, openText, positionOf } from './lineEnds'
import { editableXml } from './sourceSetup'

export interface SourceHandle {
  /** The editor itself; null until it is on the page. */
  view: () => EditorView | null
  goToProblem: (index: number) => void
  /** Makes the edits of a text, if it is still the one in the editor. Returns whether it was. */
  repair: (text: string, edits: readonly FormEdit[]) => boolean
  /** The place of a problem in the text as it is now. */
  positionOfProblem: (index: number) => number
  goToPosition: (position: number) => void
  /** Lines count from 1. */
  goToLine: (line: number) => void
  /** Finds and replaces, renames the tags of the element at the cursor, or formats what is selected; false when there is nothing to do. */
  run: (command: SourceCommand) => boolean
}

export type SourceCommand = 'find' | 'rename' | 'format'

interface SourceEditorProps {
  ref: Ref<SourceHandle>
  /** The text at the start; a new one needs a new `key`. */
  text: string
  /** The line to begin at. */
  line: number
  label: string
  readOnly: boolean
  /** Undefined until the text was checked. */
  problems: readonly TextProblem[] | undefined
  /** Another view shows the text. */
  hidden: boolean
  /** Undefined until it is loaded. */
  model: ContentModel | undefined
  follower: PlaceFollower
  findModules: (text: string, signal: AbortSignal) => Promise<FoundModule[]>
  /** The terms of the manual. */
  terms: readonly GlossaryTerm[]
  onEdit: (read: () => string) => void
  onUpdate: (update: ViewUpdate) => void
  onBlur: () => void
}

/** The XML text of a module as an editor. */
export function SourceEditor({ ref, text, line, label, ...rest }: SourceEditorProps) {
  const { readOnly, problems, hidden, model, follower, findModules, terms, onEdit, onUpdate, onBlur } = rest
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  /** The editor before the page was hidden for a while: its text goes on, with its history. */
  const before = useRef<EditorView>(null)
  const shown = useRef<readonly Diagnostic[]>([])
  const marked = useRef<readonly TextProblem[]>(undefined)
  const locked = useRef(new Compartment())
  const callbacks = useRef({ model, findModules, terms, hidden, onEdit, onUpdate, onBlur, t })
  useEffect(() => {
    callbacks.current = { model, findModules, terms, hidden, onEdit, onUpdate, onBlur, t }
  })
  const start = useRef({ text, line, label, readOnly, hidden, t, follower })
  useEffect(() => {
    if (!place.current) return
    const begin = () => {
      const { doc, extension } = openText(start.current.text)
      return EditorState.create({
        doc,
        extensions: [
          extension,
          editableXml(start.current.t, start.current.label, {
            model: () => callbacks.current.model,
            nameOf: (name) => callbacks.current.t(`editor.page.element.${name}`, { defaultValue: name }),
            findModules: (typed, signal) => callbacks.current.findModules(typed, signal),
            terms: () => callbacks.current.terms,
          }),
          locked.current.of(EditorState.readOnly.of(start.current.readOnly)),
          EditorView.updateListener.of((update) => {
            // On the page the cursor is elsewhere, and only the text is the same.
            const position = callbacks.current.hidden ? undefined : update.state.selection.main.head
            if ((update.selectionSet || update.docChanged) && position !== undefined)
              start.current.follower.follow({ doc: update.state.doc, position })
            if (!update.docChanged) return
            // The page may add words that wait for their place.
            callbacks.current.onEdit(() => exactText(update.state))
            callbacks.current.onUpdate(update)
          }),
          EditorView.domEventHandlers({ blur: () => callbacks.current.onBlur() }),
        ],
      })
    }
    const editor = new EditorView({ parent: place.current, state: before.current?.state ?? begin() })
    view.current = editor
    if (!before.current) goToLine(editor, start.current.line, !start.current.hidden)
    before.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    view.current?.dispatch({ effects: locked.current.reconfigure(EditorState.readOnly.of(readOnly)) })
  }, [readOnly])
  useEffect(() => {
    // Marks that are there have followed the text since.
    if (!view.current || !problems || marked.current === problems) return
    marked.current = problems
    const { state } = view.current
    const diagnostics = problems.map((problem) => diagnosticOf(state, problem))
    shown.current = diagnostics
    view.current.dispatch(setDiagnostics(state, diagnostics))
  }, [problems])
  useImperativeHandle(
    ref,
    () => ({
      view: () => view.current,
      goToProblem: (index) =>
        view.current && goTo(view.current, ...placeOf(view.current.state, shown.current[index])),
      repair: (text, edits) => {
        const editor = view.current
        if (!editor || editor.state.readOnly || exactText(editor.state) !== text) return false
        const { state } = editor
        const changes = edits.map(({ from, to, text: insert }) => {
          return { from: positionOf(state, from), to: positionOf(state, to), insert }
        })
        editor.dispatch({
          changes: changes.sort((one, other) => one.from - other.from || one.to - other.to),
          userEvent: 'input.repair',
        })
        return true
      },
      positionOfProblem: (index) => (view.current ? placeOf(view.current.state, shown.current[index])[0] : 0),
      goToPosition: (position) => view.current && goTo(view.current, position),
      goToLine: (wanted) => view.current && goToLine(view.current, wanted),
      run: (command) => {
        if (!view.current) return false
        view.current.focus()
        if (command === 'find') return openSearchPanel(view.current)
        const run = command === 'rename' ? selectTagName : formatSelection(() => callbacks.current.model)
        return run(view.current)
      },
    }),
    [],
  )
  useEffect(() => {
    if (!hidden) view.current?.requestMeasure()
  }, [hidden])
  return <div ref={place} className="ed-source" hidden={hidden} />
}

function diagnosticOf(state: EditorState, { from, to, severity, message }: TextProblem): Diagnostic {
  const start = positionOf(state, from)
  return {
    from: start,
    to: Math.max(start, positionOf(state, to)),
    severity: severity === 'error' ? 'error' : 'warning',
    message,
  }
}

/** The place of a problem after the edits since it was found. */
function placeOf(state: EditorState, wanted: Diagnostic | undefined): [number, number] {
  let place: [number, number] = [wanted?.from ?? 0, wanted?.to ?? 0]
  forEachDiagnostic(state, (diagnostic, from, to) => {
    if (diagnostic === wanted) place = [from, to]
  })
  return place
}

function goToLine(view: EditorView, line: number, isShown = true): void {
  const { doc } = view.state
  const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)))
  goTo(view, from, from, isShown)
}

function goTo(view: EditorView, from: number, to = from, isShown = true): void {
  const { length } = view.state.doc
  const selection = { anchor: Math.min(from, length), head: Math.min(to, length) }
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) })
  if (isShown) view.focus()
}
