import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import { decisionsQuery, startHistoryExport } from '@/api/revisions'
import { ExportMenu } from '@/lib/ExportMenu'
import { currentLanguage } from '@/lib/i18n'
import { isTrue } from '@/lib/library/folders'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import { useDecisionColumns } from './useDecisionColumns'

// The list has one order: newest first.
const listDefaults = { sortKeys: ['on'], sort: { key: 'on', order: 'desc' } } as const

/** All decisions about OEM revisions, of one manual or of all. */
export function HistoryTab() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const manuals = useQuery(manualsQuery()).data?.filter((manual) => isTrue(manual, 'withOem')) ?? []
  const manualPath = list.filter('manual')
  const decisions = useQuery(decisionsQuery({ ...list.pageRequest, manualPath: manualPath || undefined }))
  const save = (format: string) =>
    startHistoryExport(manualPath, { content: 'decisions', format, language: currentLanguage() })
  return (
    <Card
      flush
      title={t('revisions.history.title')}
      actions={<ExportMenu onExport={save} doneText={t('revisions.history.exportStarted')} />}
    >
      <div className="rv-filters">
        <Select
          label={t('library.column.manual')}
          options={[
            { value: '', label: t('revisions.history.allManuals') },
            ...manuals.map(({ path }) => ({ value: path, label: path.slice(1) })),
          ]}
          value={manualPath}
          onChange={({ target }) => list.setFilter('manual', target.value)}
        />
      </div>
      <PagedTable
        list={list}
        query={decisions}
        failedTitle={t('revisions.history.failed')}
        caption={t('revisions.history.title')}
        columns={useDecisionColumns(true)}
        rowKey={({ id }) => id}
        empty={
          manualPath ? (
            <NoMatch text="" onClear={() => list.setFilter('manual', '')} />
          ) : (
            <EmptyState
              icon="clock"
              title={t('revisions.decisions.none')}
              text={t('revisions.decisions.noneText')}
            />
          )
        }
      />
    </Card>
  )
}
