import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { RuleFindingFilter } from '@/api/businessRules'
import { saveFile } from '@/api/download'
import type { Manual } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'

interface ExportRulesProps {
  manual: Manual
  filter: RuleFindingFilter
}

/** Gives the filtered findings of a report, all pages of them, as a file. */
export function ExportRules({ manual, filter }: ExportRulesProps) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => {
      const query = new URLSearchParams({ format })
      for (const [name, value] of Object.entries(filter))
        if (value !== undefined) query.set(name, String(value))
      const name = `${manual.name}-business-rules.${format}`
      return saveFile(`/businessRules/export/default${manual.path}?${query}`, name)
    },
    onError: showProblem,
  })
  return (
    <DropdownMenu
      label={t('library.rules.export')}
      trigger={
        <>
          {save.isPending ? <span className="af-spinner" aria-hidden="true" /> : <Icon name="download" />}
          {t('library.rules.export')}
        </>
      }
      buttonClassName="btn af-btn-secondary"
      items={[
        { kind: 'action', label: t('library.rules.csv'), icon: 'file', onSelect: () => save.mutate('csv') },
        {
          kind: 'action',
          label: t('library.rules.xlsx'),
          icon: 'spreadsheet',
          onSelect: () => save.mutate('xlsx'),
        },
      ]}
    />
  )
}
