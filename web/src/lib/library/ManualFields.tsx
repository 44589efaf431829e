import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '@/lib/i18n'
import { languageName } from '@/lib/regions'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import {
  aircraftUnrelatedCode,
  type ManualForm,
  type ManualTypeChoice,
  typesFor,
  withAircraftChoice,
  withOemChoice,
} from './manualForm'
import { NameFields } from './NameFields'
import { nameRule } from './name'
import { typeLabel } from './typeLabel'

interface ManualFieldsProps {
  /** In mode `onChange`: a name is complained about while it is typed. */
  form: UseFormReturn<ManualForm>
  types: readonly ManualTypeChoice[]
  /** Model identification codes of the database. */
  models: readonly string[]
  /** The languages of the operators, as tags such as `zh-CN`. */
  languages: readonly string[]
}

/** The fields of a new manual. */
export function ManualFields({ form, types, models, languages }: ManualFieldsProps) {
  const { t } = useTranslation()
  const { errors, defaultValues } = form.formState
  const values = form.watch()
  const set = (next: ManualForm) => form.reset(next, { keepDefaultValues: true, keepErrors: true })
  const copyToAlias = () => form.setValue('aliasName', form.getValues('folderName'))
  const yesNo = (['yes', 'no'] as const).map((value) => ({ value, label: t(`library.form.${value}`) }))
  const related = values.aircraftRelated === 'yes'
  const noModels = models.length === 0
  return (
    <>
      <NameFields
        name={{
          ...form.register('folderName', { ...nameRule(t), onChange: copyToAlias }),
          error: errors.folderName?.message,
        }}
        alias={{ ...form.register('aliasName'), error: errors.aliasName?.message }}
      />
      <RadioGroup
        legend={t('library.form.oem')}
        options={(['OEM', 'noOem'] as const).map((value) => ({
          value,
          label: t(`library.form.oemChoice.${value}`),
          hint: t(`library.form.oemHint.${value}`),
        }))}
        value={values.withOem}
        onChange={(choice) =>
          set(
            withOemChoice(values, choice === 'OEM' ? 'OEM' : 'noOem', types, { ...values, ...defaultValues }),
          )
        }
        error={errors.withOem?.message}
      />
      <Select
        label={t('library.form.manualType')}
        error={errors.manualType?.message}
        options={typesFor(values.withOem, types).map((type) => ({
          value: type.code,
          label: typeLabel(type),
        }))}
        {...form.register('manualType')}
      />
      <RadioGroup
        legend={t('library.form.aircraftRelated')}
        hint={noModels ? t('library.form.noModels') : undefined}
        options={yesNo.map((option) => ({ ...option, disabled: option.value === 'yes' && noModels }))}
        inline
        value={values.aircraftRelated}
        onChange={(choice) => set(withAircraftChoice(values, choice === 'yes' ? 'yes' : 'no', models))}
        error={errors.aircraftRelated?.message}
      />
      <Select
        label={t('library.form.model')}
        hint={related ? undefined : t('library.form.modelUnrelated')}
        error={errors.modelIdentCode?.message}
        disabled={!related}
        options={(related ? models : [aircraftUnrelatedCode]).map((code) => ({ value: code, label: code }))}
        {...form.register('modelIdentCode')}
      />
      <Select
        label={t('library.form.approval')}
        hint={t('library.form.approvalHint')}
        error={errors.approvalRequired?.message}
        options={yesNo}
        {...form.register('approvalRequired')}
      />
      {languages.length > 0 ? (
        <CheckboxGroup
          legend={t('library.form.languages')}
          options={languages.map((tag) => ({ value: tag, label: languageName(tag, currentLanguage()) }))}
          inline
          value={values.translationLanguages}
          onChange={(tags) => form.setValue('translationLanguages', tags, { shouldDirty: true })}
          error={errors.translationLanguages?.message}
        />
      ) : (
        <CheckboxGroup
          legend={t('library.form.languages')}
          hint={t('library.form.noLanguages')}
          options={[{ value: 'none', label: t('library.form.notAvailable') }]}
          value={[]}
          onChange={() => undefined}
          disabled
        />
      )}
    </>
  )
}
