import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { complianceQuery } from '@/api/compliance'
import { startReport } from '@/api/complianceReports'
import type { Manual } from '@/api/types'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { ReportDialog } from '@/lib/compliance/ReportDialog'
import { databaseOf, displayName } from '@/lib/library/folders'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'

/** Asks for the report of a manual: the requirements that its modules answer. */
export function ManualReportDialog({ manual, onClose }: { manual: Manual; onClose: () => void }) {
  const { t } = useTranslation()
  const collections = useQuery(complianceQuery())
  const [collection, setCollection] = useState('')
  const [status, setStatus] = useState('')
  const [recheck, setRecheck] = useState(false)
  const listed = (collections.data ?? []).map(({ id, policyCollectionName }) => ({
    value: id,
    label: policyCollectionName,
  }))
  return (
    <ReportDialog
      title={t('compliance.report.titleOf', { name: displayName(manual) })}
      jobName="downloadComplianceManualReportJob"
      parameters={{
        csdbName: databaseOf(manual),
        manualName: manual.name,
        ...(collection === '' ? {} : { collectionId: collection }),
        ...(status === '' ? {} : { status }),
        ...(recheck ? { recheck: 'true' } : {}),
      }}
      start={startReport}
      onClose={onClose}
    >
      <Select
        label={t('compliance.one')}
        error={collections.isError ? t('compliance.failed') : undefined}
        options={[{ value: '', label: t('compliance.report.allCollections') }, ...listed]}
        value={collection}
        onChange={(event) => setCollection(event.target.value)}
      />
      <Select
        label={t('compliance.column.status')}
        options={[
          { value: '', label: t('compliance.filter.allStatuses') },
          ...policyStatuses.map((value) => ({ value, label: t(`compliance.status.${value}`) })),
        ]}
        value={status}
        onChange={(event) => setStatus(event.target.value)}
      />
      <Switch
        label={t('compliance.report.recheckOnly')}
        checked={recheck}
        onChange={(event) => setRecheck(event.target.checked)}
      />
    </ReportDialog>
  )
}
