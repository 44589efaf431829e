import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { HouseStyle } from '@/api/types'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { LogoField } from '../LogoField'
import { ColourField } from './ColourField'
import { hasOnlyPlaceholders, maxTextLength, repeatsPlaceholder, type StyleForm } from './styleForm'

const logoTypes = ['image/png', 'image/svg+xml']

interface HouseStyleFieldsProps {
  form: UseFormReturn<StyleForm>
  /** For its palette, paper sizes and placeholders. */
  style: HouseStyle
}

export function HouseStyleFields({ form, style }: HouseStyleFieldsProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const placeholders = style.placeholders.map((name) => `{${name}}`).join(' ')
  const isLogoLost = (logo: string) => style.isLogoLost && logo === ''
  const text = {
    validate: (typed: string) => {
      if (!hasOnlyPlaceholders(typed, style.placeholders))
        return t('operators.style.unknownPlaceholder', { placeholders })
      return !repeatsPlaceholder(typed) || t('operators.style.repeatedPlaceholder')
    },
  }
  return (
    <div className="hs-fields">
      <Controller
        control={form.control}
        name="logo"
        render={({ field }) => (
          <LogoField
            value={field.value}
            onChange={field.onChange}
            error={
              errors.logo?.message ?? (isLogoLost(field.value) ? t('operators.style.logoLost') : undefined)
            }
            types={logoTypes}
            hint={t('operators.style.logoHint')}
            wrongType={t('operators.style.logoWrongType')}
          />
        )}
      />
      <Controller
        control={form.control}
        name="primary"
        render={({ field }) => (
          <ColourField
            legend={t('operators.style.primary')}
            hint={t('operators.style.primaryHint')}
            error={errors.primary?.message}
            palette={style.palette}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={form.control}
        name="accent"
        render={({ field }) => (
          <ColourField
            legend={t('operators.style.accent')}
            hint={t('operators.style.accentHint')}
            error={errors.accent?.message}
            palette={style.palette}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Select
        label={t('operators.style.paper')}
        hint={t('operators.style.paperHint')}
        error={errors.paper?.message}
        options={style.papers.map((paper) => ({ value: paper, label: t(`operators.style.papers.${paper}`) }))}
        {...form.register('paper')}
      />
      <Field
        label={t('operators.style.header')}
        hint={t('operators.style.textHint', { placeholders })}
        error={errors.header?.message}
        maxLength={maxTextLength}
        autoComplete="off"
        {...form.register('header', text)}
      />
      <Field
        label={t('operators.style.footer')}
        hint={t('operators.style.textHint', { placeholders })}
        error={errors.footer?.message}
        maxLength={maxTextLength}
        autoComplete="off"
        {...form.register('footer', text)}
      />
    </div>
  )
}
