import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { User } from '@/api/types'
import { formatDate, formatDateTime } from '@/lib/format'
import { Avatar } from '@/ui/Avatar'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'
import { AuditorChip, GuestChip, RoleChip, StatusChip } from './UserChips'

export function useUserColumns(): Column<User>[] {
  const { t } = useTranslation()
  const me = useMe()
  return [
    {
      key: 'account',
      header: t('admin.users.account'),
      sortable: true,
      cell: (user) => (
        <span className="d-inline-flex align-items-center gap-2">
          <Avatar name={user.displayName || user.account} size="sm" />
          <span>
            <span className="d-flex flex-wrap align-items-center gap-2">
              <span className="fw-semibold">{user.account}</span>
              {user.account === me.user.account && (
                <Chip tone="accent" icon="user">
                  {t('admin.users.you')}
                </Chip>
              )}
              {user.secondFactorOn !== undefined && (
                <Chip tone="neutral" icon="lock">
                  {t('admin.users.twoStep')}
                </Chip>
              )}
              {user.guestUntil !== undefined && <GuestChip until={user.guestUntil} />}
            </span>
            {user.displayName !== '' && <span className="af-hint d-block mt-0">{user.displayName}</span>}
          </span>
        </span>
      ),
    },
    {
      key: 'email',
      header: t('admin.users.email'),
      sortable: true,
      hideBelow: 'xxl',
      cell: ({ email }) => {
        const host = email.lastIndexOf('@')
        return (
          <span className="af-breakable">
            {email.slice(0, host)}
            <wbr />
            {email.slice(host)}
          </span>
        )
      },
    },
    {
      key: 'role',
      header: t('admin.users.role'),
      sortable: true,
      hideBelow: 'md',
      cell: (user) => (user.auditor ? <AuditorChip /> : <RoleChip role={user.role} />),
    },
    {
      key: 'status',
      header: t('admin.users.status'),
      sortable: true,
      cell: (user) => <StatusChip status={user.status} />,
    },
    {
      key: 'lastSignInOn',
      header: t('admin.users.lastSignIn'),
      sortable: true,
      hideBelow: 'xl',
      cell: (user) => (
        <span className="text-nowrap">
          {user.lastSignInOn ? formatDateTime(user.lastSignInOn) : t('admin.users.never')}
        </span>
      ),
    },
    {
      key: 'createdOn',
      header: t('admin.users.createdOn'),
      sortable: true,
      hideBelow: 'wide',
      cell: (user) => formatDate(user.createdOn),
    },
  ]
}
