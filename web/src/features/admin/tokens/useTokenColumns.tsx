import { useTranslation } from 'react-i18next'
import type { ServiceToken } from '@/api/types'
import { formatDate, formatDateTime, listComma } from '@/lib/format'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'

export function useTokenColumns(): Column<ServiceToken>[] {
  const { t } = useTranslation()
  const permissions = (token: ServiceToken) =>
    token.permissions.map((permission) => t(`admin.tokens.permission.${permission}`)).join('\u00a0· ')
  return [
    {
      key: 'name',
      header: t('admin.tokens.name'),
      cell: (token) => (
        <>
          <span className="d-flex flex-wrap align-items-center gap-2">
            <span className="fw-semibold">{token.name}</span>
            <TokenState token={token} />
          </span>
          <span className="af-hint d-block mt-0">{permissions(token)}</span>
        </>
      ),
    },
    {
      key: 'databases',
      header: t('admin.tokens.databases'),
      hideBelow: 'md',
      cell: ({ databases }) => databases?.join(listComma()) ?? t('admin.tokens.allDatabases'),
    },
    {
      key: 'createdBy',
      header: t('admin.tokens.createdBy'),
      hideBelow: 'lg',
      cell: ({ createdBy }) => createdBy,
    },
    {
      key: 'usedOn',
      header: t('admin.tokens.usedOn'),
      hideBelow: 'lg',
      cell: ({ usedOn }) => (
        <span className="text-nowrap">{usedOn ? formatDateTime(usedOn) : t('admin.tokens.never')}</span>
      ),
    },
    {
      key: 'expiresOn',
      header: t('admin.tokens.expiresOn'),
      cell: ({ expiresOn }) => <span className="text-nowrap">{formatDate(expiresOn)}</span>,
    },
  ]
}

function TokenState({ token }: { token: ServiceToken }) {
  const { t } = useTranslation()
  if (Date.parse(token.expiresOn) <= Date.now()) {
    return (
      <Chip tone="danger" icon="clock">
        {t('admin.tokens.expired')}
      </Chip>
    )
  }
  if (token.usable) return null
  return (
    <Chip tone="warning" icon="lock">
      {t('admin.tokens.unusable')}
    </Chip>
  )
}
