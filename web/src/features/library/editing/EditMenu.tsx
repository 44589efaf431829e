import { useTranslation } from 'react-i18next'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { ActionEntry } from '@/ui/menu'

/** The actions of a module in a list. */
export function EditMenu({ name, entries }: { name: string; entries: readonly ActionEntry[] }) {
  const { t } = useTranslation()
  if (entries.length === 0) return null
  return (
    <DropdownMenu
      label={t('library.actionsOf', { name })}
      trigger={<Icon name="more" />}
      items={entries}
      buttonClassName="btn af-btn-ghost af-btn-icon"
    />
  )
}
