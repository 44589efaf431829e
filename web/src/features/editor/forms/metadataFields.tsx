import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { type MetadataValues, verificationTypes } from './metadataForm'

interface MetadataFieldsProps {
  form: UseFormReturn<MetadataValues>
}

const standardClasses = ['01', '02', '03', '04', '05'] as const

/** The value that the text has, in front when the list does not have it. */
const withOwn = (listed: readonly string[], own: string) =>
  own === '' || listed.includes(own) ? listed : [own, ...listed]

export function SecurityFields({ form }: MetadataFieldsProps) {
  const { t } = useTranslation()
  const errors = form.formState.errors.security
  const own = form.formState.defaultValues?.security?.classification ?? ''
  const isStandard = (value: string) => standardClasses.some((each) => each === value)
  return (
    <fieldset className="ef-group">
      <legend>{t('forms.metadata.security')}</legend>
      <Select
        label={t('forms.metadata.classification')}
        error={errors?.classification?.message}
        options={withOwn(standardClasses, own).map((value) => ({
          value,
          label: isStandard(value) ? t(`forms.securityClass.${value}`) : value,
        }))}
        {...form.register('security.classification')}
      />
      <Field
        label={t('forms.metadata.commercial')}
        error={errors?.commercial?.message}
        placeholder="cc51"
        maxLength={4}
        autoComplete="off"
        {...form.register('security.commercial')}
      />
      <Field
        label={t('forms.metadata.caveat')}
        error={errors?.caveat?.message}
        placeholder="cv51"
        maxLength={4}
        autoComplete="off"
        {...form.register('security.caveat')}
      />
    </fieldset>
  )
}

interface CompanyFieldsProps extends MetadataFieldsProps {
  name: 'responsible' | 'originator'
  legend: string
  isFixed: boolean
}

export function CompanyFields({ form, name, legend, isFixed }: CompanyFieldsProps) {
  const { t } = useTranslation()
  const errors = form.formState.errors[name]
  return (
    <fieldset className="ef-group">
      <legend>{legend}</legend>
      <Field
        label={t('forms.metadata.companyCode')}
        error={errors?.code?.message}
        placeholder="F0210"
        maxLength={5}
        autoComplete="off"
        {...form.register(`${name}.code`)}
      />
      <Field
        label={t('forms.metadata.companyName')}
        hint={isFixed ? t('forms.fixed') : undefined}
        readOnly={isFixed}
        error={errors?.name?.message}
        maxLength={500}
        autoComplete="off"
        {...form.register(`${name}.name`)}
      />
    </fieldset>
  )
}

interface QualityFieldsProps extends MetadataFieldsProps {
  index: number
  isFixed: boolean
}

export function QualityFields({ form, index, isFixed }: QualityFieldsProps) {
  const { t } = useTranslation()
  const state = form.watch(`quality.${index}.state`)
  const errors = form.formState.errors.quality?.[index]
  const types = verificationTypes.map((value) => ({ value, label: t(`forms.verification.${value}`) }))
  return (
    <fieldset className="ef-group" disabled={isFixed}>
      <legend>{t('forms.metadata.quality')}</legend>
      {isFixed && <p className="af-hint">{t('forms.fixed')}</p>}
      <Select
        label={t('forms.metadata.verified')}
        options={(['unverified', 'first', 'second'] as const).map((value) => ({
          value,
          label: t(`forms.qualityState.${value}`),
        }))}
        {...form.register(`quality.${index}.state`)}
      />
      {state !== 'unverified' && (
        <Select
          label={t('forms.metadata.first')}
          error={errors?.first?.message}
          options={types}
          {...form.register(`quality.${index}.first`)}
        />
      )}
      {state === 'second' && (
        <Select
          label={t('forms.metadata.second')}
          error={errors?.second?.message}
          options={types}
          {...form.register(`quality.${index}.second`)}
        />
      )}
    </fieldset>
  )
}
