import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { SecretDialog } from '../SecretDialog'
import { AccessFields } from './AccessFields'
import { type AuditorForm, accessOf, emptyAuditor } from './auditorForm'
import { useCreateAuditor } from './queries'

export function CreateAuditorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<AuditorForm>({ defaultValues: emptyAuditor })
  const [made, setMade] = useState<{ account: string; password: string }>()
  const create = useCreateAuditor()
  const save = async (typed: AuditorForm) => {
    const { account, email, displayName } = typed
    const { password } = await create.mutateAsync({ account, email, displayName, ...accessOf(typed) })
    setMade({ account, password })
  }
  const { submit, busy, problem } = useFormSave(form, save, { 'user.account_taken': 'account' })
  const { errors } = form.formState
  if (made) {
    return (
      <SecretDialog
        title={t('auditors.madeTitle', { account: made.account })}
        text={t('auditors.madeText')}
        secret={made.password}
        hint={t('auditors.madeHint')}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={t('auditors.add')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('auditors.creating')}>
            {t('auditors.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('auditors.account')}
        error={errors.account?.message}
        autoComplete="off"
        required
        {...form.register('account', { required: t('auditors.accountEmpty') })}
      />
      <Field
        type="email"
        label={t('auditors.email')}
        error={errors.email?.message}
        autoComplete="off"
        required
        {...form.register('email', { required: t('auditors.emailEmpty') })}
      />
      <Field
        label={t('auditors.name')}
        error={errors.displayName?.message}
        autoComplete="off"
        {...form.register('displayName')}
      />
      <AccessFields form={form} />
    </Dialog>
  )
}
