import { useTranslation } from 'react-i18next'
import type { FileStatus } from '@/api/types'
import { Chip } from '@/ui/Chip'

const looks = {
  Draft: { tone: 'info', icon: 'edit' },
  Review: { tone: 'warning', icon: 'show' },
  Released: { tone: 'success', icon: 'success' },
  Obsolete: { tone: 'neutral', icon: 'disabled' },
} as const

export const fileStatuses: readonly FileStatus[] = ['Draft', 'Review', 'Released', 'Obsolete']

export function StatusChip({ status }: { status: FileStatus }) {
  const { t } = useTranslation()
  return <Chip {...looks[status]}>{t(`library.status.${status}`)}</Chip>
}
