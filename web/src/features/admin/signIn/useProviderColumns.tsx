import { useTranslation } from 'react-i18next'
import type { IdentityProvider } from '@/api/types'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'

export function useProviderColumns(): Column<IdentityProvider>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('admin.signIn.name'),
      cell: ({ name, issuer }) => (
        <>
          <span className="fw-semibold">{name}</span>
          <span className="af-hint d-block mt-0 text-break">{issuer}</span>
        </>
      ),
    },
    {
      key: 'clientId',
      header: t('admin.signIn.clientId'),
      hideBelow: 'lg',
      cell: ({ clientId }) => <span className="text-break">{clientId}</span>,
    },
    {
      key: 'accounts',
      header: t('admin.signIn.accounts'),
      hideBelow: 'lg',
      cell: ({ createsAccounts }) =>
        t(createsAccounts ? 'admin.signIn.accountsCreate' : 'admin.signIn.accountsKnown'),
    },
    {
      key: 'state',
      header: t('admin.signIn.state'),
      cell: ({ enabled }) => (
        <Chip tone={enabled ? 'success' : 'neutral'} icon={enabled ? 'check' : 'lock'}>
          {t(enabled ? 'admin.signIn.on' : 'admin.signIn.disabled')}
        </Chip>
      ),
    },
  ]
}
