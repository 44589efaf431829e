import { useTranslation } from 'react-i18next'
import type { TranslationState } from '@/api/types'
import { Chip } from '@/ui/Chip'

const looks = {
  missing: { tone: 'neutral', icon: 'missing' },
  started: { tone: 'accent', icon: 'waiting' },
  translated: { tone: 'success', icon: 'success' },
  outdated: { tone: 'warning', icon: 'warning' },
} as const

/** The state of a module in a language. */
export function TranslationChip({ state }: { state: TranslationState }) {
  const { t } = useTranslation()
  return <Chip {...looks[state]}>{t(`translation.state.${state}`)}</Chip>
}
