import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { AttributeField, type AttributeRow, rowsOf } from '../AttributeField'
import { idsOf } from '../model/completion'
import type { ContentModel } from '../model/contentModel'
import { ApplyButtons } from './ApplyButtons'
import { type FormTarget, openView } from './formText'
import { changesOf, type InlinePart, type PartEdit, partsOf } from './inlineForm'
import './forms.css'

interface InlineDialogProps {
  target: FormTarget
  /** The beginning of the element in the text. */
  element: number
  /** The element was inserted for the form. */
  isNew: boolean
  model: ContentModel | undefined
  onClose: () => void
}

/** The words and attributes of an element in a line of text: an acronym, a quantity, and any other. */
export function InlineDialog({ target, element, isNew, model, onClose }: InlineDialogProps) {
  const { t } = useTranslation()
  const { doc } = target
  const [parts] = useState(() => partsOf(doc, element, model))
  const [edits, setEdits] = useState<ReadonlyMap<number, PartEdit>>(new Map())
  const [isStale, setStale] = useState(false)
  const nameOf = (name: string) => t(`editor.page.element.${name}`, { defaultValue: name })
  const title = nameOf(parts[0]?.element.name ?? '')
  const change = (number: number, edit: PartEdit) => setEdits((before) => new Map(before).set(number, edit))
  const cancel = () => {
    const whole = parts[0]?.element
    // The element alone: what was typed while it was inserted stays.
    if (isNew && whole)
      openView(target)?.dispatch({ changes: { from: whole.from, to: whole.to }, userEvent: 'delete.form' })
    onClose()
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const changes = changesOf(doc, parts, edits)
    const view = openView(target)
    if (!view) return setStale(true)
    if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.form' })
    onClose()
  }
  if (parts.length === 0)
    return (
      <Dialog
        title={t('forms.inline.title')}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        <Notice tone="info" title={t('forms.inline.none')} />
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      staticBackdrop={edits.size > 0}
      onClose={cancel}
      onSubmit={apply}
      footer={<ApplyButtons busy={false} disabledReason={undefined} onClose={cancel} />}
    >
      <FormProblem>{isStale ? t('forms.staleFields') : undefined}</FormProblem>
      {parts.map((part, number) => (
        <PartFields
          key={part.element.from}
          name={nameOf(part.element.name)}
          part={part}
          rows={rowsOf(model, part)}
          ids={() => idsOf(doc.sliceString(0))}
          edit={edits.get(number) ?? { attributes: new Map() }}
          onChange={(edit) => change(number, edit)}
        />
      ))}
    </Dialog>
  )
}

interface PartFieldsProps {
  name: string
  part: InlinePart
  rows: readonly AttributeRow[]
  ids: () => string[]
  edit: PartEdit
  onChange: (edit: PartEdit) => void
}

function PartFields({ name, part, rows, ids, edit, onChange }: PartFieldsProps) {
  const { t } = useTranslation()
  const isShown = ({ value, isRequired }: AttributeRow) => value !== undefined || isRequired
  const field = (row: AttributeRow) => (
    <AttributeField
      key={row.name}
      attribute={{ ...row, value: edit.attributes.has(row.name) ? edit.attributes.get(row.name) : row.value }}
      ids={row.kind === 'reference' ? ids() : []}
      readOnly={false}
      onChange={(value) => onChange({ ...edit, attributes: new Map(edit.attributes).set(row.name, value) })}
    />
  )
  const own = rows.filter(isShown)
  const others = rows.filter((row) => !isShown(row))
  if (part.text === undefined && rows.length === 0) return null
  return (
    <fieldset className="ef-group">
      <legend>{name}</legend>
      {part.text !== undefined && (
        <Field
          label={t('forms.inline.text')}
          value={edit.text ?? part.text}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...edit, text: target.value })}
        />
      )}
      {own.map(field)}
      {others.length > 0 && (
        <details>
          <summary>{t('forms.inline.more')}</summary>
          {others.map(field)}
        </details>
      )}
    </fieldset>
  )
}
