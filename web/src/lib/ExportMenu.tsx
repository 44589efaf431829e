import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showProblem } from '@/lib/showProblem'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { IconName } from '@/ui/icons'
import { showToast } from '@/ui/toasts'

export type ExportFormat = 'csv' | 'xlsx'

interface OtherExport {
  label: string
  icon: IconName
  save: () => Promise<void>
}

interface ExportMenuProps {
  onExport: (format: ExportFormat) => Promise<void>
  /** The message after it; without one, that the list is there. */
  doneText?: string
  /** Files besides the list. */
  others?: readonly OtherExport[]
}

/** Gives a list, all pages of it, as a file. */
export function ExportMenu({ onExport, doneText, others = [] }: ExportMenuProps) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (run: () => Promise<void>) => run(),
    onSuccess: () =>
      showToast(
        doneText === undefined
          ? { tone: 'success', text: t('library.export.done') }
          : { tone: 'info', text: doneText },
      ),
    onError: showProblem,
  })
  return (
    <DropdownMenu
      label={t('library.export.label')}
      trigger={
        <>
          {save.isPending ? <span className="af-spinner" aria-hidden="true" /> : <Icon name="download" />}
          {t('library.export.label')}
        </>
      }
      buttonClassName="btn af-btn-secondary"
      items={[
        {
          kind: 'action',
          label: t('library.export.csv'),
          icon: 'file',
          onSelect: () => save.mutate(() => onExport('csv')),
        },
        {
          kind: 'action',
          label: t('library.export.xlsx'),
          icon: 'spreadsheet',
          onSelect: () => save.mutate(() => onExport('xlsx')),
        },
        ...others.map(({ label, icon, save: run }) => ({
          kind: 'action' as const,
          label,
          icon,
          onSelect: () => save.mutate(run),
        })),
      ]}
    />
  )
}
