import { useTranslation } from 'react-i18next'
import type { Role, UserStatus } from '@/api/types'
import { Chip } from '@/ui/Chip'
import { lastDayBefore, shownDay } from '../day'

const roleLooks = {
  admin: { tone: 'accent', icon: 'admin' },
  approver: { tone: 'info', icon: 'check' },
  author: { tone: 'neutral', icon: 'edit' },
  reader: { tone: 'neutral', icon: 'book' },
} as const

const statusLooks = {
  active: { tone: 'success', icon: 'success' },
  pending: { tone: 'warning', icon: 'clock' },
  inactive: { tone: 'neutral', icon: 'disabled' },
} as const

export function RoleChip({ role }: { role: Role }) {
  const { t } = useTranslation()
  return <Chip {...roleLooks[role]}>{t(`admin.role.${role}`)}</Chip>
}

/** An account that reads some collections and manuals, and nothing else. */
export function AuditorChip() {
  const { t } = useTranslation()
  return (
    <Chip tone="info" icon="audit">
      {t('auditors.one')}
    </Chip>
  )
}

export function StatusChip({ status }: { status: UserStatus }) {
  const { t } = useTranslation()
  return <Chip {...statusLooks[status]}>{t(`admin.status.${status}`)}</Chip>
}

/** The last day of a guest account, or that it is over. */
export function GuestChip({ until }: { until: string }) {
  const { t } = useTranslation()
  const isOver = Date.parse(until) <= Date.now()
  return (
    <Chip tone={isOver ? 'warning' : 'info'} icon="clock">
      {t(isOver ? 'admin.users.guestOver' : 'admin.users.guest', { day: shownDay(lastDayBefore(until)) })}
    </Chip>
  )
}
