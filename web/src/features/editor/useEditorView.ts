import { createStore, useStore } from '@/ui/store'

export type EditorViewName = 'page' | 'source' | 'contents'

/** Views to choose from; the choice is kept in the browser. */
function viewChoice(storageKey: string, views: readonly EditorViewName[], usual: EditorViewName) {
  const stored = views.find((name) => name === localStorage.getItem(storageKey))
  return { storageKey, views, shown: createStore<EditorViewName>(stored ?? usual) }
}

const ofModules = viewChoice('airfolio.editorView', ['page', 'source'], 'source')
/** Publications have contents to edit, and no page. */
const ofPublications = viewChoice('airfolio.publicationView', ['contents', 'source'], 'contents')

const choiceOf = (kind: string) => (kind === 'pm' ? ofPublications : ofModules)

/** The views of a kind of file. */
export const viewsOf = (kind: string): readonly EditorViewName[] => choiceOf(kind).views

/** The view of a kind of file that this browser used last. */
export function useEditorView(kind: string): [EditorViewName, (view: EditorViewName) => void] {
  const { storageKey, shown } = choiceOf(kind)
  const view = useStore(shown)
  const choose = (wanted: EditorViewName) => {
    localStorage.setItem(storageKey, wanted)
    shown.set(wanted)
  }
  return [view, choose]
}
