import { type RefObject, useState } from 'react'
import type { SourceHandle } from '../source/SourceEditor'
import type { FormName, OpenForm } from './EditorForms'

/** The form that is open, for the text as it is when it is opened. `caret` is the place of the cursor on the page. */
export function useForms(
  path: string,
  source: RefObject<SourceHandle | null>,
  caret: () => number | undefined,
) {
  const [form, setForm] = useState<OpenForm>()
  return {
    form,
    open: (name: FormName) => {
      const view = source.current?.view()
      if (!view) return
      const { doc, selection } = view.state
      setForm({ name, target: { path, view, doc, position: caret() ?? selection.main.head } })
    },
    close: () => setForm(undefined),
  }
}
