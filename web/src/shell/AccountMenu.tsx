import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countsQuery, useMe } from '@/api/queries'
import type { Counts } from '@/api/types'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { Avatar } from '@/ui/Avatar'
import { DropdownMenu } from '@/ui/DropdownMenu'
import type { MenuItem } from '@/ui/menu'
import { lock, signOut } from './leave'

export function AccountMenu() {
  const { t } = useTranslation()
  const { user } = useMe()
  const counts = useQuery(countsQuery).data
  const name = user.displayName || user.account
  return (
    <DropdownMenu
      label={t('shell.account.menu', { name })}
      trigger={<Avatar name={name} />}
      items={accountItems(t, counts)}
      buttonClassName="btn af-btn-ghost af-account-button"
    />
  )
}

/** The entries in the order of the specification; each count is the length of the list its entry opens. */
export function accountItems(t: (key: string) => string, counts: Counts | undefined): MenuItem[] {
  return [
    { kind: 'header', label: t('shell.account.account') },
    {
      kind: 'link',
      icon: 'bell',
      label: t('shell.account.updates'),
      badge: counts?.updates,
      href: href(paths.revisions()),
    },
    {
      kind: 'action',
      icon: 'inbox',
      label: t('shell.account.messages'),
      badge: counts?.messages,
      onSelect: () => openOverlay({ kind: 'notifications' }),
    },
    {
      kind: 'link',
      icon: 'task',
      label: t('shell.account.tasks'),
      badge: counts?.tasks,
      href: href(paths.tasks({ unseen: 'yes' })),
    },
    {
      kind: 'link',
      icon: 'comment',
      label: t('shell.account.comments'),
      badge: counts?.comments,
      href: href(paths.comments({ state: 'open', mine: 'yes' })),
    },
    { kind: 'header', label: t('shell.account.settingsHeader') },
    {
      kind: 'action',
      icon: 'user',
      label: t('shell.account.profile'),
      onSelect: () => openOverlay({ kind: 'account', tab: 'details' }),
    },
    {
      kind: 'action',
      icon: 'settings',
      label: t('shell.account.settings'),
      onSelect: () => openOverlay({ kind: 'account', tab: 'preferences' }),
    },
    {
      kind: 'action',
      icon: 'card',
      label: t('shell.account.payments'),
      disabledReason: t('shell.account.paymentsReason'),
      onSelect: () => undefined,
    },
    { kind: 'link', icon: 'folder', label: t('shell.account.projects'), href: href(paths.library()) },
    { kind: 'divider' },
    {
      kind: 'action',
      icon: 'lock',
      label: t('shell.account.lock'),
      onSelect: () => void lock(),
    },
    {
      kind: 'action',
      icon: 'logout',
      label: t('shell.logout'),
      onSelect: () => void signOut(),
    },
  ]
}
