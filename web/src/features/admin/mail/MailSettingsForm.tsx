import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import type { MailSettings } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Checkbox } from '@/ui/Checkbox'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { securities, useSaveMailSettings } from './queries'
import { TestMail } from './TestMail'

interface MailSettingsFormProps {
  settings: MailSettings
  onReload: () => void
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** The mail server and the contents of mails; keyed by the version of the settings. */
export function MailSettingsForm({ settings, onReload }: MailSettingsFormProps) {
  const { t } = useTranslation()
  const { hasPassword, version, ...values } = settings
  const form = useForm({
    defaultValues: {
      ...values,
      port: String(values.port),
      dailyHour: String(values.dailyHour),
      password: '',
    },
  })
  const saveSettings = useSaveMailSettings()
  const { submit, busy, problem } = useFormSave(form, async (typed) => {
    await saveSettings.mutateAsync({
      ...typed,
      port: Number(typed.port),
      dailyHour: Number(typed.dailyHour),
      password: typed.password || undefined,
      version,
    })
    showToast({ tone: 'success', text: t('admin.mail.saved') })
  })
  const { errors, isDirty } = form.formState
  return (
    <Card title={t('admin.mail.title')}>
      <form onSubmit={submit} noValidate>
        <p>{t('admin.mail.lead')}</p>
        <FormProblem>{problem?.message}</FormProblem>
        {hasCode(problem, 'changed_meanwhile') && (
          <Button className="mb-3" icon="reload" onClick={onReload}>
            {t('admin.mail.reload')}
          </Button>
        )}
        <Checkbox
          label={t('admin.mail.enabled')}
          hint={t('admin.mail.enabledHint')}
          {...form.register('enabled')}
        />
        <div className="ad-form-columns">
          <Field
            label={t('admin.mail.host')}
            error={errors.host?.message}
            autoComplete="off"
            {...form.register('host')}
          />
          <Field
            label={t('admin.mail.port')}
            error={errors.port?.message}
            inputMode="numeric"
            autoComplete="off"
            {...form.register('port', {
              validate: (port) => /^[1-9]\d{0,4}$/.test(port) || t('admin.mail.portWrong'),
            })}
          />
          <Select
            label={t('admin.mail.security')}
            options={securities.map((value) => ({ value, label: t(`admin.mail.securities.${value}`) }))}
            error={errors.security?.message}
            {...form.register('security')}
          />
          <Field
            label={t('admin.mail.account')}
            hint={t('admin.mail.accountHint')}
            error={errors.account?.message}
            autoComplete="off"
            {...form.register('account')}
          />
          <PasswordField
            label={t('admin.mail.password')}
            hint={hasPassword ? t('admin.mail.passwordKept') : undefined}
            error={errors.password?.message}
            autoComplete="new-password"
            {...form.register('password')}
          />
          <Field
            label={t('admin.mail.sender')}
            error={errors.sender?.message}
            autoComplete="off"
            {...form.register('sender')}
          />
          <Field
            label={t('admin.mail.senderName')}
            error={errors.senderName?.message}
            autoComplete="off"
            {...form.register('senderName')}
          />
          <Field
            label={t('admin.mail.publicUrl')}
            hint={t('admin.mail.publicUrlHint')}
            error={errors.publicUrl?.message}
            autoComplete="off"
            {...form.register('publicUrl')}
          />
          <Select
            label={t('admin.mail.dailyHour')}
            options={hours}
            error={errors.dailyHour?.message}
            {...form.register('dailyHour')}
          />
        </div>
        <TextArea
          label={t('admin.mail.certificate')}
          hint={t('admin.mail.certificateHint')}
          error={errors.certificate?.message}
          rows={3}
          spellCheck={false}
          {...form.register('certificate')}
        />
        <Checkbox
          label={t('admin.mail.includeContent')}
          hint={t('admin.mail.includeContentHint')}
          {...form.register('includeContent')}
        />
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyText={t('form.saving')}
          disabledReason={isDirty ? undefined : t('admin.mail.unchanged')}
        >
          {t('form.save')}
        </Button>
      </form>
      <TestMail unsaved={isDirty} ready={settings.host !== '' && settings.sender !== ''} />
    </Card>
  )
}
