import { createStore, useStore } from '@/ui/store'

export type EditorViewName = 'page' | 'source'

const storageKey = 'airfolio.editorView'
const read = (): EditorViewName => (localStorage.getItem(storageKey) === 'page' ? 'page' : 'source')
const shown = createStore<EditorViewName>(read())

/** The view of the text that this browser used last. */
export function useEditorView(): [EditorViewName, (view: EditorViewName) => void] {
  const view = useStore(shown)
  const choose = (wanted: EditorViewName) => {
    localStorage.setItem(storageKey, wanted)
    shown.set(wanted)
  }
  return [view, choose]
}
