import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { confirmIdentity } from '@/api/factor'
import { useMe } from '@/api/queries'
import type { Me } from '@/api/types'
import { ProviderButtons } from '@/features/session/ProviderButtons'
import { CodeField } from '@/lib/identity/CodeField'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { useStore } from '@/ui/store'
import { proofRequest } from './proofRequest'

/** Asks for the proof that a call waits for, above every other dialog. */
export function IdentityHost() {
  const request = useStore(proofRequest)
  return request && <ProofDialog act={request.act} onSettle={request.settle} />
}

interface ProofDialogProps {
  act: string | undefined
  onSettle: (given: boolean) => void
}

function ProofDialog({ act, onSettle }: ProofDialogProps) {
  const { user, identityProvider } = useMe()
  return identityProvider && !user.secondFactorOn ? (
    <ProviderProofDialog provider={identityProvider} act={act} onClose={() => onSettle(false)} />
  ) : (
    <IdentityDialog act={act} onSettle={onSettle} />
  )
}

interface ProviderProofDialogProps {
  provider: NonNullable<Me['identityProvider']>
  act: string | undefined
  onClose: () => void
}

/** People without a password sign in at their provider again, which leaves the page. */
function ProviderProofDialog({ provider, act, onClose }: ProviderProofDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('identity.proof.title')}
      size="sm"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.cancel')}</Button>}
    >
      <p>{t(act ? 'identity.proof.signedAtProvider' : 'identity.proof.atProvider')}</p>
      <ProviderButtons providers={[provider]} back={window.location.hash.slice(1)} fresh act={act} />
    </Dialog>
  )
}

function IdentityDialog({ act, onSettle }: ProofDialogProps) {
  const { t } = useTranslation()
  const { user } = useMe()
  const byCode = user.secondFactorOn !== undefined
  const form = useForm({ defaultValues: { password: '', code: '' } })
  const { errors } = form.formState
  const { submit, busy, problem } = useFormSave(form, async ({ password, code }) => {
    await confirmIdentity({ ...(byCode ? { code } : { password }), ...(act && { act }) })
    onSettle(true)
  })
  return (
    <Dialog
      title={t('identity.proof.title')}
      size="sm"
      busy={busy}
      onClose={() => onSettle(false)}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={() => onSettle(false)}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('identity.proof.busy')}>
            {t('identity.proof.action')}
          </Button>
        </>
      }
    >
      <p>{t(act ? 'identity.proof.signed' : 'identity.proof.text')}</p>
      <FormProblem>{problem?.message}</FormProblem>
      <input type="text" autoComplete="username" value={user.account} readOnly hidden />
      {byCode ? (
        <CodeField
          hint={t('session.code.hint')}
          error={errors.code?.message}
          {...form.register('code', { required: t('session.code.empty') })}
        />
      ) : (
        <PasswordField
          label={t('identity.proof.password')}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: t('password.empty') })}
        />
      )}
    </Dialog>
  )
}
