import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '@/ui/toasts'
import { elementsAround } from '../model/chosenElement'
import type { ContentModel } from '../model/contentModel'
import type { SourceHandle } from '../source/SourceEditor'
import type { FormTarget } from './formText'

export type FormName =
  | 'metadata'
  | 'applicability'
  | 'elementApplicability'
  | 'reference'
  | 'graphic'
  | 'dispatchItem'
  | 'inline'

export interface OpenForm {
  name: FormName
  target: FormTarget
  /** The beginning of the element that the form is about. */
  element?: number
  /** The element was inserted for the form: who cancels it does not want the element either. */
  isNew?: boolean
}

interface FormsProps {
  path: string
  source: RefObject<SourceHandle | null>
  model: ContentModel | undefined
  /** The place of the cursor on the page. */
  caret: () => number | undefined
}

/** The form that is open, for the text as it is when it is opened. */
export function useForms({ path, source, model, caret }: FormsProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState<OpenForm>()
  const open = (name: FormName, element?: number, isNew = false) => {
    const view = source.current?.view()
    if (!view) return
    const { doc, selection } = view.state
    // The author has chosen the reference or the symbol itself.
    const position = name === 'reference' || name === 'graphic' ? element : undefined
    const current = () => source.current?.view() ?? null
    const target = { path, view: current, doc, position: position ?? caret() ?? selection.main.head }
    if (name !== 'elementApplicability' || element !== undefined)
      return setForm({ name, target, element, isNew })
    if (!model) return showToast({ tone: 'info', text: t('forms.applic.noModel') })
    const able = elementsAround(target).find(({ path: names }) =>
      ['applicRefId', 'applicRefIds'].some((name) => model.attribute(names, name)),
    )
    if (able) setForm({ name, target, element: able.element.from })
    else showToast({ tone: 'info', text: t('forms.applic.noElement') })
  }
  return { form, open, close: () => setForm(undefined) }
}
