import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'

const looks = {
  added: { tone: 'success', icon: 'add' },
  changed: { tone: 'warning', icon: 'edit' },
  renumbered: { tone: 'info', icon: 'sort' },
  moved: { tone: 'info', icon: 'folder' },
  withdrawn: { tone: 'danger', icon: 'disabled' },
  unchanged: { tone: 'neutral', icon: 'success' },
} as const

export const changeClasses = ['added', 'changed', 'renumbered', 'moved', 'withdrawn', 'unchanged'] as const

/** The change of a requirement or a category by a file. */
export function ChangeClassChip({ name }: { name: string }) {
  const { t } = useTranslation()
  const known = changeClasses.find((each) => each === name)
  return known && <Chip {...looks[known]}>{t(`regulations.class.${known}`)}</Chip>
}
