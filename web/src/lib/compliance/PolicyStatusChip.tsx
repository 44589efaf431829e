import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'

export const policyStatuses = [
  'not_assessed',
  'compliant',
  'partially_compliant',
  'non_compliant',
  'not_applicable',
] as const

const looks = {
  not_assessed: { tone: 'neutral', icon: 'clock' },
  compliant: { tone: 'success', icon: 'success' },
  partially_compliant: { tone: 'warning', icon: 'warning' },
  non_compliant: { tone: 'danger', icon: 'danger' },
  not_applicable: { tone: 'neutral', icon: 'disabled' },
} as const

/** How far a requirement is met. */
export function PolicyStatusChip({ status }: { status: string }) {
  const { t } = useTranslation()
  const known = policyStatuses.find((each) => each === status)
  return known ? <Chip {...looks[known]}>{t(`compliance.status.${known}`)}</Chip> : status
}
