import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { languages } from '@/lib/i18n'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { ChoiceFrame } from '@/ui/ChoiceFrame'
import { pageSizes } from '@/ui/pageSizes'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { deliveries, notificationKinds, type PreferencesForm } from './preferences'

export function PreferencesTab({ form }: { form: UseFormReturn<PreferencesForm> }) {
  const { t } = useTranslation()
  return (
    <>
      <Controller
        control={form.control}
        name="locale"
        render={({ field, fieldState }) => (
          <RadioGroup
            legend={t('account.language')}
            options={languages.map((language) => ({
              value: language,
              label: t(`account.languages.${language}`),
            }))}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            inline
          />
        )}
      />
      <Select
        label={t('account.pageSize')}
        hint={t('account.pageSizeHint')}
        options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        error={form.formState.errors.pageSize?.message}
        {...form.register('pageSize')}
      />
      <Controller
        control={form.control}
        name="kinds"
        render={({ field }) => (
          <CheckboxGroup
            legend={t('account.notifications')}
            hint={t('account.notificationsHint')}
            options={notificationKinds.map((kind) => ({ value: kind, label: t(`account.kinds.${kind}`) }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <ChoiceFrame legend={t('account.mail.title')} hint={t('account.mail.hint')}>
        {notificationKinds.map((kind) => (
          <Select
            key={kind}
            label={t(`account.kinds.${kind}`)}
            options={deliveries.map((value) => ({ value, label: t(`account.mail.${value}`) }))}
            {...form.register(`mail.${kind}`)}
          />
        ))}
      </ChoiceFrame>
    </>
  )
}
