import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { ComparedObject, Package } from '@/api/types'
import { useExistingPage, useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { Select } from '@/ui/Select'
import { type Column, Table } from '@/ui/Table'
import { ComparisonChip, ComparisonCounts, comparisonStates } from './ComparisonCounts'
import { comparison } from './queries'

const listDefaults = { sortKeys: ['key'], sort: { key: 'key', order: 'asc' } } as const

/** What an import into a chosen manual would bring, change, leave and take away. */
export function ComparisonPanel({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const manuals = useQuery(manualsQuery()).data
  const chosen = list.filter('manual') || pathOf(pack)
  const target = manuals?.find(({ path }) => path === chosen)
  return (
    <Card
      title={t('imports.comparison.title')}
      actions={
        <Select
          label={t('imports.comparison.manual')}
          labelHidden
          options={[
            { value: '', label: t('imports.comparison.choose') },
            ...(manuals ?? []).map(({ path }) => ({ value: path, label: path })),
          ]}
          value={chosen}
          onChange={(event) => list.setFilter('manual', event.target.value)}
        />
      }
      flush
    >
      {target ? (
        <Compared
          id={pack.id}
          target={{ csdbName: csdbOf(target.path), manualName: target.name }}
          list={list}
        />
      ) : (
        <EmptyState
          icon="compare"
          title={t('imports.comparison.noneTitle')}
          text={t('imports.comparison.noneText')}
        />
      )}
    </Card>
  )
}

const pathOf = ({ csdbName, manualName }: Package) =>
  csdbName && manualName ? `/${csdbName}/${manualName}` : ''
const csdbOf = (manualPath: string) => manualPath.split('/')[1] ?? ''

interface ComparedProps {
  id: string
  target: { csdbName: string; manualName: string }
  list: ReturnType<typeof useListState>
}

function Compared({ id, target, list }: ComparedProps) {
  const { t } = useTranslation()
  const state = comparisonStates.find((each) => each === list.filter('state'))
  const query = { pageNumber: list.page, pageSize: list.pageSize, state }
  const compared = useQuery(comparison(id, target, query))
  useExistingPage(list, { ...compared, data: compared.data?.page })
  const columns = useComparisonColumns()
  if (compared.error) {
    return (
      <ErrorState
        title={t('imports.comparison.failed')}
        message={compared.error.message}
        detail={requestIdOf(compared.error)}
        onRetry={() => void compared.refetch()}
      />
    )
  }
  const page = compared.data?.page
  return (
    <>
      <div className="im-toolbar">
        <ComparisonCounts
          counts={compared.data?.counts}
          chosen={state}
          onChoose={(next) => list.setFilter('state', next === state ? '' : next)}
        />
      </div>
      <Table
        caption={t('imports.comparison.title')}
        columns={columns}
        rows={page?.items}
        rowKey={({ key }) => key}
        stale={compared.isPlaceholderData}
        empty={<EmptyState icon="compare" title={t('imports.comparison.emptyTitle')} />}
      />
      {page && page.total > 0 && (
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={page.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </>
  )
}

function useComparisonColumns(): Column<ComparedObject>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'state',
      header: t('imports.comparison.state'),
      cell: ({ state }) => <ComparisonChip state={state} />,
    },
    {
      key: 'key',
      header: t('imports.comparison.object'),
      cell: ({ key, title }) => (
        <>
          <Code>{key}</Code>
          <span className="d-block">{title}</span>
        </>
      ),
    },
    {
      key: 'oldIssue',
      header: t('imports.comparison.oldIssue'),
      hideBelow: 'md',
      cell: ({ oldIssue }) => oldIssue || t('imports.none'),
    },
    {
      key: 'newIssue',
      header: t('imports.comparison.newIssue'),
      hideBelow: 'md',
      cell: ({ newIssue }) => newIssue || t('imports.none'),
    },
  ]
}
