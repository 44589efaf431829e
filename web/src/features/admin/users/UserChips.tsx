import { useTranslation } from 'react-i18next'
import type { Role, UserStatus } from '@/api/types'
import { Chip } from '@/ui/Chip'

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

export function StatusChip({ status }: { status: UserStatus }) {
  const { t } = useTranslation()
  return <Chip {...statusLooks[status]}>{t(`admin.status.${status}`)}</Chip>
}
