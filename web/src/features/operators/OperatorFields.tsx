import { useMemo } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '@/lib/i18n'
import { countryOptions } from '@/lib/regions'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { AircraftEditor } from './AircraftEditor'
import { LanguagesField } from './LanguagesField'
import { LogoField } from './LogoField'
import { defaultExtensionProducer, type OperatorForm } from './operatorForm'

export function OperatorFields({ form }: { form: UseFormReturn<OperatorForm> }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const required = { required: t('operators.required') }
  const language = currentLanguage()
  const stored = form.formState.defaultValues?.country
  const countries = useMemo(() => countryOptions(language, stored), [language, stored])
  return (
    <>
      <div className="op-fields">
        <Field
          label={t('operators.code')}
          hint={t('operators.codeHint')}
          error={errors.code?.message}
          className="af-code"
          autoComplete="off"
          maxLength={16}
          required
          {...form.register('code', required)}
        />
        <Field
          label={t('operators.name')}
          error={errors.name?.message}
          autoComplete="off"
          required
          {...form.register('name', required)}
        />
        <Select
          label={t('operators.country')}
          error={errors.country?.message}
          required
          options={[{ value: '', label: t('operators.chooseCountry') }, ...countries]}
          {...form.register('country', required)}
        />
        <Controller
          control={form.control}
          name="languages"
          render={({ field }) => (
            <LanguagesField value={field.value} onChange={field.onChange} error={errors.languages?.message} />
          )}
        />
        <Field
          label={t('operators.extensionProducer')}
          hint={t('operators.extensionProducerHint', { producer: defaultExtensionProducer })}
          error={errors.extensionProducer?.message}
          className="af-code"
          autoComplete="off"
          {...form.register('extensionProducer')}
        />
        <Field
          label={t('operators.extensionCode')}
          hint={t('operators.extensionCodeHint')}
          error={errors.extensionCode?.message}
          className="af-code"
          autoComplete="off"
          {...form.register('extensionCode')}
        />
      </div>
      <Controller
        control={form.control}
        name="logo"
        render={({ field }) => (
          <LogoField value={field.value} onChange={field.onChange} error={errors.logo?.message} />
        )}
      />
      <AircraftEditor form={form} />
    </>
  )
}
