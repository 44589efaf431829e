import { useTranslation } from 'react-i18next'
import type { OemRevision } from '@/api/types'
import { Chip } from '@/ui/Chip'

const looks = {
  waiting: { tone: 'warning', icon: 'clock' },
  confirmed: { tone: 'success', icon: 'success' },
  rejected: { tone: 'danger', icon: 'disabled' },
  superseded: { tone: 'neutral', icon: 'waiting' },
} as const

/** The decision about a revision. */
export function StateChip({ state }: { state: OemRevision['state'] }) {
  const { t } = useTranslation()
  return <Chip {...looks[state]}>{t(`library.decision.${state}`)}</Chip>
}
