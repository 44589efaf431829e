import { useTranslation } from 'react-i18next'
import type { IdentityProvider } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { RowActions } from '@/ui/RowActions'
import { showToast } from '@/ui/toasts'
import { useTestProvider } from './queries'

interface ProviderRowActionsProps {
  provider: IdentityProvider
  onEdit: () => void
  onDelete: () => void
}

export function ProviderRowActions({ provider: { id, name }, onEdit, onDelete }: ProviderRowActionsProps) {
  const { t } = useTranslation()
  const test = useTestProvider()
  const tested = ({ failure }: { failure?: string | null }) =>
    failure
      ? showToast({ tone: 'danger', text: t(`admin.signIn.failure.${failure}`, { name }) })
      : showToast({ tone: 'success', text: t('admin.signIn.works', { name }) })
  return (
    <RowActions
      label={t('admin.signIn.actionsOf', { name })}
      actions={[
        {
          icon: 'reload',
          label: t('admin.signIn.testOne', { name }),
          disabledReason: test.isPending ? t('admin.signIn.testing', { name }) : undefined,
          onSelect: () => test.mutate(id, { onSuccess: tested, onError: showProblem }),
        },
        { icon: 'edit', label: t('admin.signIn.editOne', { name }), onSelect: onEdit },
        { icon: 'trash', label: t('admin.signIn.deleteOne', { name }), onSelect: onDelete },
      ]}
    />
  )
}
