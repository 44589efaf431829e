import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { passwordHint, passwordRules } from '@/lib/password'
import { href, paths } from '@/lib/paths'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { LinkButton } from '@/ui/LinkButton'
import { PasswordField } from '@/ui/PasswordField'
import { type Registration, register } from './queries'
import { SessionFrame } from './SessionFrame'

const empty: Registration = { account: '', email: '', displayName: '', password: '', confirmPassword: '' }

export function RegisterPage() {
  const { t } = useTranslation()
  const [registered, setRegistered] = useState<string>()
  return (
    <SessionFrame title={t('session.register.title')} purpose={t('session.register.purpose')}>
      {registered === undefined ? (
        <RegisterForm onRegistered={setRegistered} />
      ) : (
        <EmptyState
          icon="success"
          title={t('session.register.done', { account: registered })}
          text={t('session.register.doneText')}
          action={<LinkButton href={href(paths.login())}>{t('session.register.toLogin')}</LinkButton>}
        />
      )}
    </SessionFrame>
  )
}

function RegisterForm({ onRegistered }: { onRegistered: (account: string) => void }) {
  const { t } = useTranslation()
  const form = useForm<Registration>({ defaultValues: empty })
  const { errors } = form.formState
  const send = async (values: Registration) => {
    const { account } = await register({
      ...values,
      account: values.account.trim(),
      email: values.email.trim(),
    })
    onRegistered(account)
  }
  const { submit, busy, problem } = useFormSave(form, send)
  return (
    <>
      <form noValidate onSubmit={submit}>
        <FormProblem>{problem?.message}</FormProblem>
        <Field
          label={t('session.account')}
          hint={t('session.register.accountHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          error={errors.account?.message}
          {...form.register('account', { required: t('session.accountEmpty') })}
        />
        <Field
          label={t('session.register.displayName')}
          autoComplete="name"
          error={errors.displayName?.message}
          {...form.register('displayName')}
        />
        <Field
          label={t('session.register.email')}
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register('email', { required: t('session.register.emailEmpty') })}
        />
        <PasswordField
          label={t('session.password')}
          hint={passwordHint(t)}
          autoComplete="new-password"
          required
          error={errors.password?.message}
          {...form.register('password', passwordRules(t).first)}
        />
        <PasswordField
          label={t('password.confirm')}
          autoComplete="new-password"
          required
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword', {
            validate: (confirm, { password }) => confirm === password || t('password.mismatch'),
          })}
        />
        <Button
          type="submit"
          variant="primary"
          className="w-100"
          busy={busy}
          busyText={t('session.register.busy')}
        >
          {t('session.register.action')}
        </Button>
      </form>
      <p className="af-session-other">
        {t('session.register.haveAccount')} <a href={href(paths.login())}>{t('session.register.toLogin')}</a>
      </p>
    </>
  )
}
