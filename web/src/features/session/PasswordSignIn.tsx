import { useTranslation } from 'react-i18next'
import { CodeField } from '@/lib/identity/CodeField'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import type { SignInForm } from './useSignInForm'
import { useWait } from './useWait'

/** Account and password, and then the code if the account needs one. */
export function PasswordSignIn({ form }: { form: SignInForm }) {
  const { t } = useTranslation()
  const { submit, busy, problem, errors, clearError, asksCode } = form
  const wait = useWait(problem)
  return (
    <form noValidate onSubmit={submit}>
      <FormProblem>{problem?.message}</FormProblem>
      {/* Hidden, not removed: both are sent again with the code. */}
      <div hidden={asksCode}>
        <Field
          label={t('session.account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errors.account}
          onChange={() => clearError('account')}
        />
        <PasswordField
          label={t('session.password')}
          name="password"
          autoComplete="current-password"
          error={errors.password}
          onChange={() => clearError('password')}
        />
      </div>
      {asksCode && (
        <CodeField
          name="code"
          hint={t('session.code.hint')}
          autoFocus
          error={errors.code}
          onChange={() => clearError('code')}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        className="w-100"
        busy={busy}
        busyText={t('session.login.busy')}
        disabledReason={wait > 0 ? t('session.login.wait', { count: wait }) : undefined}
      >
        {wait > 0 ? t('session.login.wait', { count: wait }) : t('session.login.action')}
      </Button>
    </form>
  )
}
