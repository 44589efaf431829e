import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { RequestFilter } from '@/api/changeRequests'
import { saveFile } from '@/api/download'
import { showProblem } from '@/lib/showProblem'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { showToast } from '@/ui/toasts'

/** Gives the change requests of a list, all pages of it, as a file. */
export function ExportRequests({ filter }: { filter: RequestFilter }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => {
      const query = new URLSearchParams({ format })
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, String(value))
      return saveFile(`/changeRequests/export?${query}`, `change-requests.${format}`)
    },
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
