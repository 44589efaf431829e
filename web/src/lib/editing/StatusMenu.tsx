import { useTranslation } from 'react-i18next'
import { StatusChip } from '@/lib/library/StatusChip'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { ActionEntry } from '@/ui/menu'
import './statusMenu.css'

/** The status of a file, with the steps to another one where there are any. */
export function StatusMenu({ status, steps }: { status: string; steps: readonly ActionEntry[] }) {
  const { t } = useTranslation()
  if (steps.length === 0) return <StatusChip status={status} />
  return (
    <DropdownMenu
      label={t('editing.statusOf', { status: t(`library.status.${status}`) })}
      trigger={
        <>
          <StatusChip status={status} />
          <Icon name="chevronDown" size="sm" />
        </>
      }
      items={steps}
      align="start"
      buttonClassName="af-status-menu"
    />
  )
}
