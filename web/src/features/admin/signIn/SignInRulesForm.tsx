import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import type { SignInSettings } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'
import { useSaveSignInSettings } from './queries'

interface SignInRulesFormProps {
  settings: SignInSettings
  onReload: () => void
}

/** Who may use a password, and the address of the application; keyed by the version of the settings. */
export function SignInRulesForm({ settings, onReload }: SignInRulesFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    defaultValues: {
      publicUrl: settings.publicUrl,
      emergencyAccount: settings.emergencyAccount,
      passwords: settings.emergencyAccount === '' ? 'on' : 'off',
    },
  })
  const saveSettings = useSaveSignInSettings()
  const { submit, busy, problem } = useFormSave(form, async ({ publicUrl, emergencyAccount, passwords }) => {
    await saveSettings.mutateAsync({
      publicUrl,
      emergencyAccount: passwords === 'off' ? emergencyAccount : '',
      version: settings.version,
    })
    showToast({ tone: 'success', text: t('admin.signIn.saved') })
  })
  const { errors, isDirty } = form.formState
  const passwords = form.watch('passwords')
  return (
    <Card title={t('admin.signIn.rules')}>
      <form onSubmit={submit} noValidate>
        <p>{t('admin.signIn.lead')}</p>
        <FormProblem>{problem?.message}</FormProblem>
        {hasCode(problem, 'changed_meanwhile') && (
          <Button className="mb-3" icon="reload" onClick={onReload}>
            {t('admin.signIn.reload')}
          </Button>
        )}
        <Field
          label={t('admin.signIn.publicUrl')}
          hint={t('admin.signIn.publicUrlHint')}
          error={errors.publicUrl?.message}
          autoComplete="off"
          {...form.register('publicUrl')}
        />
        <RadioGroup
          legend={t('admin.signIn.passwords')}
          options={[
            { value: 'on', label: t('admin.signIn.passwordsOn') },
            { value: 'off', label: t('admin.signIn.passwordsOff'), hint: t('admin.signIn.passwordsOffHint') },
          ]}
          value={passwords}
          onChange={(choice) => form.setValue('passwords', choice, { shouldDirty: true })}
        />
        {passwords === 'off' && (
          <Field
            label={t('admin.signIn.emergencyAccount')}
            hint={t('admin.signIn.emergencyAccountHint')}
            error={errors.emergencyAccount?.message}
            autoComplete="off"
            required
            {...form.register('emergencyAccount', { required: t('admin.signIn.emergencyAccountEmpty') })}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyText={t('form.saving')}
          disabledReason={isDirty ? undefined : t('admin.signIn.unchanged')}
        >
          {t('form.save')}
        </Button>
      </form>
    </Card>
  )
}
