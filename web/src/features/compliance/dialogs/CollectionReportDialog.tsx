import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startReport } from '@/api/complianceReports'
import type { Compliance } from '@/api/types'
import { ReportDialog } from '@/lib/compliance/ReportDialog'
import { RadioGroup } from '@/ui/RadioGroup'
import { reportFiltersOf } from './reportFilters'

interface CollectionReportDialogProps {
  collection: Compliance
  /** The query string of the list as it is filtered now. */
  view: string
  onClose: () => void
}

/** Asks for the report of a collection: of all its requirements, or of those that are listed. */
export function CollectionReportDialog({ collection, view, onClose }: CollectionReportDialogProps) {
  const { t } = useTranslation()
  const filters = reportFiltersOf(view)
  const count = Object.keys(filters).length
  const [which, setWhich] = useState(count > 0 ? 'listed' : 'all')
  return (
    <ReportDialog
      title={t('compliance.report.titleOf', { name: collection.policyCollectionName })}
      jobName="downloadComplianceReportJob"
      parameters={{ collectionId: collection.id, ...(which === 'listed' ? filters : {}) }}
      start={startReport}
      onClose={onClose}
    >
      <RadioGroup
        legend={t('compliance.report.requirements')}
        value={which}
        onChange={setWhich}
        options={[
          { value: 'all', label: t('compliance.report.all') },
          {
            value: 'listed',
            label: t('compliance.report.listed'),
            hint: count > 0 ? t('compliance.report.filters', { count }) : t('compliance.report.noFilters'),
            disabled: count === 0,
          },
        ]}
      />
    </ReportDialog>
  )
}
