import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'

const looks = {
  Draft: { tone: 'info', icon: 'edit' },
  Review: { tone: 'warning', icon: 'show' },
  Released: { tone: 'success', icon: 'success' },
  Obsolete: { tone: 'neutral', icon: 'disabled' },
} as const

export const fileStatuses = ['Draft', 'Review', 'Released', 'Obsolete'] as const

/** The status of a version, in the words of the specification. */
export function StatusChip({ status }: { status: string }) {
  const { t } = useTranslation()
  const known = fileStatuses.find((each) => each === status)
  return known ? <Chip {...looks[known]}>{t(`library.status.${known}`)}</Chip> : status
}
