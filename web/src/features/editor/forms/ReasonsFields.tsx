import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '@/api/types'
import { useFocusWithin } from '@/lib/applicability/useFocusWithin'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import type { MetadataValues } from './metadataForm'

const reasonTypes = ['urt01', 'urt02', 'urt03', 'urt04', 'urt05'] as const

interface ReasonsFieldsProps {
  form: UseFormReturn<MetadataValues>
  /** Those of the text. */
  reasons: NonNullable<ModuleMetadata['reasons']>
  /** They have a type and can be highlighted. */
  isTyped: boolean
}

/** The reasons for update: those of the text, and new ones. */
export function ReasonsFields({ form, reasons, isTyped }: ReasonsFieldsProps) {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'reasons' })
  const { holder, changeAndFocus } = useFocusWithin<HTMLFieldSetElement>()
  const isKnown = (type: string) => reasonTypes.some((each) => each === type)
  return (
    <fieldset ref={holder} className="ef-group">
      <legend>{t('forms.metadata.reasons')}</legend>
      {fields.length === 0 && <p className="af-hint">{t('forms.metadata.noReasons')}</p>}
      {fields.map((row, index) => {
        const own = row.number === undefined ? undefined : reasons[row.number]
        const errors = form.formState.errors.reasons?.[index]
        const types = own?.type === undefined || isKnown(own.type) ? reasonTypes : [own.type, ...reasonTypes]
        return (
          <div key={row.id} className="ef-row">
            <Field
              label={t('forms.metadata.reason', { number: index + 1 })}
              required
              readOnly={own?.text.isFixed}
              hint={own?.text.isFixed ? t('forms.fixed') : undefined}
              error={errors?.text?.message}
              maxLength={4000}
              autoComplete="off"
              {...form.register(`reasons.${index}.text`)}
            />
            {isTyped && (
              <Select
                label={t('editor.reason.type')}
                error={errors?.type?.message}
                options={[
                  ...(own && own.type === undefined
                    ? [{ value: '', label: t('forms.metadata.noType') }]
                    : []),
                  ...types.map((type) => ({
                    value: type,
                    label: isKnown(type) ? t(`editor.reason.${type}`) : type,
                  })),
                ]}
                {...form.register(`reasons.${index}.type`)}
              />
            )}
            {isTyped && (
              <Checkbox
                label={t('editor.reason.highlight')}
                {...form.register(`reasons.${index}.highlight`)}
              />
            )}
            <Button
              icon="trash"
              disabledReason={own?.isReferenced ? t('forms.metadata.reasonInUse') : undefined}
              onClick={() => changeAndFocus(() => remove(index), '[data-add]')}
            >
              {t('forms.metadata.removeReason', { number: index + 1 })}
            </Button>
          </div>
        )
      })}
      <Button icon="add" data-add="" onClick={() => append({ text: '', type: 'urt01', highlight: false })}>
        {t('forms.metadata.addReason')}
      </Button>
    </fieldset>
  )
}
