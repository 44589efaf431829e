import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showProblem } from '@/lib/showProblem'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { showToast } from '@/ui/toasts'

export type ExportFormat = 'csv' | 'xlsx'

/** Gives a list, all pages of it, as a file. */
export function ExportMenu({ onExport }: { onExport: (format: ExportFormat) => Promise<void> }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: onExport,
    onSuccess: () => showToast({ tone: 'success', text: t('library.export.done') }),
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
        { kind: 'action', label: t('library.export.csv'), icon: 'file', onSelect: () => save.mutate('csv') },
        {
          kind: 'action',
          label: t('library.export.xlsx'),
          icon: 'spreadsheet',
          onSelect: () => save.mutate('xlsx'),
        },
      ]}
    />
  )
}
