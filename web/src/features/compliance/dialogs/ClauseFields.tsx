import { useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { OpenPolicyItem } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { TextArea } from '@/ui/TextArea'
import type { ItemForm } from './itemForm'

interface ClauseFieldsProps {
  form: UseFormReturn<ItemForm>
  /** The requirement as it was last read; undefined for a new one. */
  stored: OpenPolicyItem | undefined
}

/** The clauses of a requirement. Removing one that has references is asked about first. */
export function ClauseFields({ form, stored }: ClauseFieldsProps) {
  const { t } = useTranslation()
  const clauses = useFieldArray({ control: form.control, name: 'clauses', keyName: 'key' })
  const [asked, setAsked] = useState<{ index: number; references: number }>()
  const remove = (index: number, id: string) => {
    const references = (stored?.references ?? []).filter(({ policyClauseId }) => policyClauseId === id).length
    if (references > 0) setAsked({ index, references })
    else clauses.remove(index)
  }
  return (
    <>
      <FormProblem>{form.formState.errors.clauses?.message}</FormProblem>
      {clauses.fields.map(({ key, id }, index) => (
        <div key={key} className="cpl-clause-fields">
          <Field
            label={t('compliance.itemForm.marker', { number: index + 1 })}
            autoComplete="off"
            maxLength={200}
            {...form.register(`clauses.${index}.marker`)}
          />
          <TextArea
            label={t('compliance.itemForm.clause', { number: index + 1 })}
            rows={2}
            maxLength={400_000}
            {...form.register(`clauses.${index}.text`)}
          />
          <Button size="sm" icon="trash" onClick={() => remove(index, id)}>
            {t('compliance.itemForm.removeClause', { number: index + 1 })}
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        icon="add"
        className="mb-3"
        onClick={() => clauses.append({ id: '', marker: '', text: '' })}
      >
        {t('compliance.itemForm.addClause')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t('compliance.itemForm.removeTitle')}
          confirmText={t('compliance.itemForm.removeAction')}
          busyText={t('compliance.itemForm.removeAction')}
          danger
          onConfirm={() => {
            clauses.remove(asked.index)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        >
          <p className="mb-0">
            {t('compliance.itemForm.removeText', {
              count: asked.references,
              figure: formatNumber(asked.references),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
