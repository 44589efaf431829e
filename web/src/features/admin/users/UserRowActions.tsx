import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { User } from '@/api/types'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import type { MenuItem } from '@/ui/menu'

export type UserAction = 'edit' | 'activate' | 'reject' | 'deactivate' | 'reset' | 'resetFactor' | 'access'

interface UserRowActionsProps {
  user: User
  onAction: (action: UserAction) => void
}

function factorReason(t: TFunction, user: User, isOwn: boolean): string | undefined {
  if (user.secondFactorOn === undefined) return t('admin.users.noFactor')
  return isOwn ? t('admin.users.ownFactor') : undefined
}

export function UserRowActions({ user, onAction }: UserRowActionsProps) {
  const { t } = useTranslation()
  const isOwn = useMe().user.account === user.account
  const { account } = user
  const items: MenuItem[] = [
    { kind: 'action', label: t('admin.users.edit'), icon: 'edit', onSelect: () => onAction('edit') },
    {
      kind: 'action',
      label: t('admin.users.reset'),
      icon: 'lock',
      disabledReason: isOwn ? t('admin.users.ownPassword') : undefined,
      onSelect: () => onAction('reset'),
    },
    {
      kind: 'action',
      label: t('admin.users.resetFactor'),
      icon: 'unlock',
      disabledReason: factorReason(t, user, isOwn),
      onSelect: () => onAction('resetFactor'),
    },
    user.status === 'active'
      ? {
          kind: 'action',
          label: t('admin.users.deactivate'),
          icon: 'deactivate',
          disabledReason: isOwn ? t('admin.users.ownDeactivate') : undefined,
          onSelect: () => onAction('deactivate'),
        }
      : {
          kind: 'action',
          label: t('admin.users.activate'),
          icon: 'activate',
          onSelect: () => onAction('activate'),
        },
  ]
  if (user.status === 'pending') {
    items.push({
      kind: 'action',
      label: t('admin.users.reject'),
      icon: 'deactivate',
      onSelect: () => onAction('reject'),
    })
  }
  items.push({
    kind: 'action',
    label: t('admin.users.access'),
    icon: 'database',
    onSelect: () => onAction('access'),
  })
  // The menu holds every action; the frequent ones stand beside it where there is room.
  return (
    <>
      {user.status === 'pending' && (
        <IconButton
          icon="activate"
          className="d-none d-md-inline-flex"
          label={t('admin.users.activateOne', { account })}
          onClick={() => onAction('activate')}
        />
      )}
      <IconButton
        icon="edit"
        className="d-none d-md-inline-flex"
        label={t('admin.users.editOne', { account })}
        onClick={() => onAction('edit')}
      />
      <DropdownMenu
        label={t('admin.users.moreFor', { account })}
        trigger={<Icon name="more" />}
        buttonClassName="btn af-btn-ghost af-btn-icon"
        items={items}
      />
    </>
  )
}
