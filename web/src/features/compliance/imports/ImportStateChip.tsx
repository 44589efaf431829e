import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'

const looks = {
  waiting: { tone: 'info', icon: 'running' },
  blocked: { tone: 'danger', icon: 'danger' },
  ready: { tone: 'accent', icon: 'import' },
  unchanged: { tone: 'neutral', icon: 'success' },
  taken: { tone: 'success', icon: 'success' },
  failed: { tone: 'danger', icon: 'danger' },
} as const

const states = ['waiting', 'blocked', 'ready', 'unchanged', 'taken', 'failed'] as const

/** How far a file has come. */
export function ImportStateChip({ state }: { state: string }) {
  const { t } = useTranslation()
  const known = states.find((each) => each === state)
  return known ? <Chip {...looks[known]}>{t(`regulations.state.${known}`)}</Chip> : state
}
