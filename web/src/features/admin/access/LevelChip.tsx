import { useTranslation } from 'react-i18next'
import type { AccessLevel } from '@/api/types'
import { Chip } from '@/ui/Chip'

const looks = {
  none: { tone: 'neutral', icon: 'disabled' },
  read: { tone: 'info', icon: 'book' },
  author: { tone: 'success', icon: 'edit' },
  approve: { tone: 'accent', icon: 'check' },
} as const

export function LevelChip({ level }: { level: AccessLevel }) {
  const { t } = useTranslation()
  return <Chip {...looks[level]}>{t(`access.level.${level}`)}</Chip>
}
