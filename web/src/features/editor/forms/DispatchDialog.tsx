import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editDispatchItem } from '@/api/forms'
import type { DispatchItem, EditedDispatch } from '@/api/types'
import { useFocusWithin } from '@/lib/applicability/useFocusWithin'
import { usePaused } from '@/lib/usePaused'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { ApplyButtons } from './ApplyButtons'
import { DispatchLineFields } from './DispatchLineFields'
import { ItemWarnings, MasterPanel } from './DispatchMaster'
import {
  comparedChangeOf,
  type ItemValues,
  itemChangeOf,
  itemValuesOf,
  type LineValues,
  newLine,
} from './dispatchForm'
import { FormFrame, useFormQuery } from './FormFrame'
import { fieldProblem, problemText } from './formProblem'
import { draftOf, type FormTarget } from './formText'
import { ReloadText } from './ReloadText'
import { useFormApply } from './useFormApply'
import './forms.css'

interface DispatchDialogProps {
  target: FormTarget
  /** The author wants the applicability of the line that begins at a place. */
  onApplicability: (element: number) => void
  onClose: () => void
}

const pauseMs = 400

/** The MEL item of a module, with the MMEL item beside it. */
export function DispatchDialog({ target, onApplicability, onClose }: DispatchDialogProps) {
  const { t } = useTranslation()
  const query = useFormQuery('dispatchItem', () => editDispatchItem(draftOf(target)))
  return (
    <FormFrame title={t('forms.item.title')} query={query} onClose={onClose}>
      {(read: EditedDispatch) =>
        read.item ? (
          <DispatchItemForm
            read={read}
            item={read.item}
            target={target}
            onApplicability={onApplicability}
            onClose={onClose}
          />
        ) : (
          <Dialog
            title={t('forms.item.title')}
            onClose={onClose}
            footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
          >
            <p>{t('forms.item.none')}</p>
          </Dialog>
        )
      }
    </FormFrame>
  )
}

interface DispatchItemFormProps extends DispatchDialogProps {
  read: EditedDispatch
  item: DispatchItem
}

function DispatchItemForm({ read, item, target, onApplicability, onClose }: DispatchItemFormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<ItemValues>(() => itemValuesOf(item))
  const [isDirty, setDirty] = useState(false)
  const change = (next: Partial<ItemValues>) => {
    setValues((before) => ({ ...before, ...next }))
    setDirty(true)
  }
  const changeLine = (index: number, line: LineValues) => change({ lines: values.lines.with(index, line) })
  const { holder, changeAndFocus } = useFocusWithin<HTMLDivElement>()
  const { place, submit, busy, problem, error, reload } = useFormApply({
    opened: { target },
    needsPlace: false,
    ask: ({ target: now }) => editDispatchItem(draftOf(now), itemChangeOf(values)),
    shown: item,
    read: async ({ target: now }) => (await editDispatchItem(draftOf(now))).item,
    onClose,
  })
  const preview = usePreview(place.target, isDirty ? values : undefined, read)
  const errorOf = (name: string) => fieldProblem(error ?? preview.error, name)
  const addLine = () => {
    const line = newLine(values.lines)
    changeAndFocus(() => change({ lines: [...values.lines, line] }), `[data-line="${line.key}"] input`)
  }
  const removeReason = values.lines.length === 1 ? t('forms.item.lastLine') : undefined
  return (
    <Dialog
      title={t('forms.item.title')}
      size="xl"
      busy={busy}
      staticBackdrop={isDirty}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) submit()
      }}
      footer={
        <ApplyButtons
          busy={busy}
          disabledReason={isDirty ? undefined : t('forms.unchanged')}
          onClose={onClose}
        />
      }
    >
      <FormProblem action={<ReloadText onReload={reload} />}>
        {problem ?? problemText(preview.error)}
      </FormProblem>
      <ItemWarnings warnings={preview.warnings} lines={values.lines} />
      <div className="ef-beside">
        <div ref={holder}>
          <Field
            label={t('forms.item.number')}
            error={errorOf('number')}
            readOnly={item.number.isFixed}
            maxLength={40}
            autoComplete="off"
            value={values.number}
            onChange={({ target: { value } }) => change({ number: value })}
          />
          <Field
            label={t('forms.item.name')}
            hint={item.title.isFixed ? t('forms.fixed') : undefined}
            error={errorOf('title')}
            readOnly={item.title.isFixed}
            maxLength={500}
            autoComplete="off"
            value={values.title}
            onChange={({ target: { value } }) => change({ title: value })}
          />
          {values.lines.map((line, index) => (
            <DispatchLineFields
              key={line.key}
              line={line}
              errorOf={(name) => errorOf(`lines[${index}].${name}`)}
              manualPath={target.path.split('/').slice(0, 3).join('/')}
              hasLabel={item.hasLines}
              applicabilityReason={isDirty ? t('forms.item.applyFirst') : undefined}
              removeReason={removeReason}
              onApplicability={onApplicability}
              onChange={(next) => changeLine(index, next)}
              onRemove={() =>
                changeAndFocus(() => change({ lines: values.lines.toSpliced(index, 1) }), '[data-add-line]')
              }
            />
          ))}
          {item.hasLines && (
            <Button icon="add" data-add-line="" onClick={addLine}>
              {t('forms.item.addLine')}
            </Button>
          )}
        </div>
        <MasterPanel master={read.master} missing={preview.missing} />
      </div>
    </Dialog>
  )
}

/** The warnings of a change, asked for when typing rests. */
function usePreview(target: FormTarget, values: ItemValues | undefined, read: EditedDispatch) {
  const id = useId()
  const change = values && comparedChangeOf(values)
  const wanted = usePaused(JSON.stringify(change), pauseMs)
  const query = useQuery({
    queryKey: ['draftForm', 'dispatchPreview', id, wanted],
    queryFn: () => editDispatchItem(draftOf(target), change),
    enabled: change !== undefined && wanted === JSON.stringify(change),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const { warnings, missing } = query.data ?? read
  return { warnings, missing, error: query.error }
}
