import { useTranslation } from 'react-i18next'
import type { BlockCommand, BlockEdit } from '@/api/types'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { tableGroups } from './tableCommands'

interface TableMenuProps {
  edits: readonly BlockEdit[]
  /** Whether the edits are those of an earlier place: nothing is done with them. */
  isLoading?: boolean
  onCommand: (command: BlockCommand, depth: number) => void
}

/** The commands for the rows, columns and cells of the table at the cursor. */
export function TableMenu({ edits, isLoading, onCommand }: TableMenuProps) {
  const { t } = useTranslation()
  const items = tableGroups.flatMap(({ name, commands }): MenuItem[] => {
    const offered = commands.flatMap((command) => edits.filter((edit) => edit.command === command))
    if (offered.length === 0) return []
    const actions = offered.map(
      ({ command, depth }): MenuItem => ({
        kind: 'action',
        label: t(`editor.block.${command}`),
        disabledReason: isLoading ? t('editor.insert.state.loading') : undefined,
        onSelect: () => onCommand(command, depth),
      }),
    )
    return [{ kind: 'header', label: t(`editor.table.${name}`) }, ...actions]
  })
  const nothing: MenuItem = {
    kind: 'action',
    label: t('editor.block.nothing'),
    disabledReason: t('editor.table.nothingReason'),
    onSelect: () => undefined,
  }
  return (
    <DropdownMenu
      label={t('editor.table.title')}
      align="start"
      trigger={
        <>
          {t('editor.table.title')} <Icon name="chevronDown" size="sm" />
        </>
      }
      items={items.length > 0 ? items : [nothing]}
      buttonClassName="btn btn-sm af-btn-secondary"
    />
  )
}
