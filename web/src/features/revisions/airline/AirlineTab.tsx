import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import { airlineChangesQuery, startHistoryExport } from '@/api/revisions'
import { ExportMenu } from '@/lib/ExportMenu'
import { currentLanguage } from '@/lib/i18n'
import { ListSearch } from '@/lib/ListSearch'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { QueryError } from '@/lib/QueryFrame'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import { useAirlineColumns } from './useAirlineColumns'

// The list has one order: that of the codes.
const listDefaults = { sortKeys: ['path'], sort: { key: 'path', order: 'asc' } } as const

/** The airline's changes in a manual since its last release, or since the OEM revision that it works on. */
export function AirlineTab() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const manualList = useQuery(manualsQuery())
  const manuals = manualList.data ?? []
  // Of a single manual there is nothing to choose.
  const manualPath = list.filter('manual') || (manuals.length === 1 ? (manuals[0]?.path ?? '') : '')
  // A link may name a manual that is not in the list.
  const choices = [...new Set([...manuals.map(({ path }) => path), ...(manualPath ? [manualPath] : [])])]
  const since = list.filter('since') === 'oem' ? 'oem' : 'release'
  const keyword = list.filter('filter')
  const filter = { manualPath, since, keywordFilter: keyword || undefined } as const
  const changes = useQuery({
    ...airlineChangesQuery({ ...list.pageRequest, ...filter }),
    enabled: manualPath !== '',
  })
  const columns = useAirlineColumns()
  const save = (format: string) => {
    const language = currentLanguage()
    const filters = { since, keywordFilter: keyword }
    return startHistoryExport(manualPath, { content: 'airline', format, language, ...filters })
  }
  return (
    <Card
      flush
      actions={
        manualPath !== '' && <ExportMenu onExport={save} doneText={t('revisions.history.exportStarted')} />
      }
      title={t('revisions.airline.title')}
    >
      <div className="rv-filters">
        <Select
          label={t('library.column.manual')}
          options={[
            { value: '', label: t('revisions.airline.choose') },
            ...choices.map((path) => ({ value: path, label: path.slice(1) })),
          ]}
          value={manualPath}
          onChange={({ target }) => list.setFilter('manual', target.value)}
        />
        <Select
          label={t('revisions.airline.since')}
          options={(['release', 'oem'] as const).map((value) => ({
            value,
            label: t(`revisions.airline.base.${value}`),
          }))}
          value={since}
          onChange={({ target }) => list.setFilter('since', target.value)}
        />
        <ListSearch list={list} label={t('library.searchModules')} />
      </div>
      {manualPath === '' && manualList.error ? (
        <QueryError
          title={t('library.manualsFailed')}
          error={manualList.error}
          onRetry={manualList.refetch}
        />
      ) : manualPath === '' ? (
        <EmptyState icon="book" title={t('revisions.airline.choose')} />
      ) : (
        <PagedTable
          list={list}
          query={changes}
          failedTitle={t('revisions.airline.failed')}
          caption={t('revisions.airline.title')}
          columns={columns}
          rowKey={({ path }) => path}
          empty={
            keyword ? (
              <NoMatch text={keyword} onClear={() => list.setFilter('filter', '')} />
            ) : (
              <EmptyState
                icon="success"
                title={t('revisions.airline.none')}
                text={t(`revisions.airline.noneText.${since}`)}
              />
            )
          }
        />
      )}
    </Card>
  )
}
