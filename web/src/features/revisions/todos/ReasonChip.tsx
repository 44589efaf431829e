import { useTranslation } from 'react-i18next'
import type { TodoReason } from '@/api/types'
import { Chip } from '@/ui/Chip'

const looks = {
  merged: { tone: 'success', icon: 'success' },
  conflict: { tone: 'warning', icon: 'warning' },
  invalid: { tone: 'danger', icon: 'danger' },
  deletedByOem: { tone: 'warning', icon: 'trash' },
  deletedByUs: { tone: 'warning', icon: 'trash' },
  addedByBoth: { tone: 'warning', icon: 'add' },
  notText: { tone: 'info', icon: 'illustration' },
  checkedOut: { tone: 'warning', icon: 'checkOut' },
  edited: { tone: 'info', icon: 'edit' },
} as const

/** Why a module is among the to-dos. */
export function ReasonChip({ reason }: { reason: TodoReason }) {
  const { t } = useTranslation()
  return <Chip {...looks[reason]}>{t(`revisions.todos.reasonOf.${reason}`)}</Chip>
}
