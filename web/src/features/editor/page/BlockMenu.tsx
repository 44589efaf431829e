import { useTranslation } from 'react-i18next'
import type { BlockCommand, BlockEdit } from '@/api/types'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { isTableCommand } from './tableCommands'

interface BlockMenuProps {
  /** The element of the block at the cursor. */
  element: string | undefined
  edits: readonly BlockEdit[]
  /** Whether the edits are those of an earlier place: nothing is done with them. */
  isLoading?: boolean
  onCommand: (command: BlockCommand, depth: number) => void
}

/** The commands for the block at the cursor and for the blocks around it. */
export function BlockMenu({ element, edits, isLoading, onCommand }: BlockMenuProps) {
  const { t } = useTranslation()
  const nameOf = (name: string) => t(`editor.page.element.${name}`, { defaultValue: name })
  const own = edits.filter(({ inserted, command }) => inserted === undefined && !isTableCommand(command))
  // A split may be one of the item around the text, and stands with the commands for the text.
  const blockOf = (edit: BlockEdit) => (edit.depth === 0 ? (element ?? edit.element) : edit.element)
  const blocks = [...new Map(own.map((edit) => [edit.depth, blockOf(edit)]))].sort(
    ([one], [other]) => one - other,
  )
  const headers = new Set<string>()
  const headerOf = (name: string) => {
    let header = nameOf(name)
    while (headers.has(header)) header = t('editor.block.outer', { name: header })
    headers.add(header)
    return header
  }
  const items = blocks.flatMap(([depth, block]): MenuItem[] => [
    { kind: 'header', label: headerOf(block) },
    ...own
      .filter((edit) => edit.depth === depth)
      .map(
        ({ command }): MenuItem => ({
          kind: 'action',
          label: t(`editor.block.${command}`),
          disabledReason: isLoading ? t('editor.insert.state.loading') : undefined,
          onSelect: () => onCommand(command, depth),
        }),
      ),
  ])
  const nothing: MenuItem = {
    kind: 'action',
    label: t('editor.block.nothing'),
    disabledReason: t('editor.block.nothingReason'),
    onSelect: () => undefined,
  }
  const name = element === undefined ? t('editor.block.none') : nameOf(element)
  return (
    <DropdownMenu
      label={t('editor.block.label', { name })}
      align="start"
      trigger={
        <>
          {name} <Icon name="chevronDown" size="sm" />
        </>
      }
      items={items.length > 0 ? items : [nothing]}
      buttonClassName="btn btn-sm af-btn-secondary"
    />
  )
}
