import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { IdentityProvider, Role } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { ProviderAccountFields } from './ProviderAccountFields'
import { ProviderClientFields } from './ProviderClientFields'
import { useSaveProvider } from './queries'

/** A provider as the form has it. */
export interface ProviderForm {
  name: string
  issuer: string
  clientId: string
  secret: string
  scopes: string
  accounts: 'create' | 'known'
  trustsEmail: boolean
  defaultRole: Role
  roleClaim: string
  roles: { value: string; role: Role }[]
  groupsClaim: string
  enabled: boolean
}

const empty: ProviderForm = {
  name: '',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: 'profile email',
  accounts: 'known',
  trustsEmail: false,
  defaultRole: 'reader',
  roleClaim: '',
  roles: [],
  groupsClaim: '',
  enabled: true,
}

function formOf(provider: IdentityProvider): ProviderForm {
  const { id, version, hasSecret, createsAccounts, ...values } = provider
  return { ...values, secret: '', accounts: createsAccounts ? 'create' : 'known' }
}

interface ProviderDialogProps {
  /** The provider to edit; a new one without it. */
  before?: IdentityProvider
  onClose: () => void
}

export function ProviderDialog({ before, onClose }: ProviderDialogProps) {
  const { t } = useTranslation()
  const form = useForm<ProviderForm>({ defaultValues: before ? formOf(before) : empty })
  const save = useSaveProvider(before)
  const send = async ({ accounts, secret, ...typed }: ProviderForm) => {
    // An empty field keeps the stored secret.
    const kept = before?.hasSecret && secret === '' ? undefined : secret
    await save.mutateAsync({ ...typed, secret: kept, createsAccounts: accounts === 'create' })
    showToast({ tone: 'success', text: t('admin.signIn.savedOne', { name: typed.name }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, send, { 'identity_provider.name_taken': 'name' })
  return (
    <Dialog
      title={before ? t('admin.signIn.editTitle', { name: before.name }) : t('admin.signIn.add')}
      size="lg"
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('admin.signIn.saving')}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <ProviderClientFields form={form} hasSecret={before?.hasSecret ?? false} />
      <ProviderAccountFields form={form} />
    </Dialog>
  )
}
