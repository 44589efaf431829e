import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { oneJob } from '@/api/jobs'
import { manualsQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { ComparedObject, Comparison, ImportedRevision, Package } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { objectHref, objectPath } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { useExistingPage, useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { Select } from '@/ui/Select'
import { type Column, Table } from '@/ui/Table'
import { ComparisonChip, ComparisonCounts, comparisonStates } from './ComparisonCounts'
import { proposedTarget, type Target } from './importSteps'
import { issueText } from './issueText'
import { comparison } from './queries'

const listDefaults = { sortKeys: ['key'], sort: { key: 'key', order: 'asc' } } as const

/** What an import into a chosen manual would bring, change, leave and take away; where it was imported, what it did. */
export function ComparisonPanel({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const manuals = useQuery(manualsQuery()).data
  const usual = useItsManual(pack)
  const chosen = list.filter('manual') || usual
  const target = manuals?.find(({ path }) => path === chosen)
  const isDone = pathOf(pack) !== '' && chosen === pathOf(pack)
  return (
    <Card
      title={t(isDone ? 'imports.comparison.done' : 'imports.comparison.title')}
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
          pack={pack}
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

/** The manual it was imported into, else the one that the importer proposes. */
function useItsManual(pack: Package): string {
  const { preImportJobId } = pack
  const isOpen = pathOf(pack) === '' && preImportJobId !== undefined
  const check = useQuery({ ...oneJob(preImportJobId ?? ''), enabled: isOpen }).data
  return pathOf(pack) || pathOf((check && proposedTarget(check)) ?? {})
}

const pathOf = ({ csdbName, manualName }: Partial<Target>) =>
  csdbName && manualName ? `/${csdbName}/${manualName}` : ''
const csdbOf = (manualPath: string) => manualPath.split('/')[1] ?? ''

interface ComparedProps {
  pack: Package
  target: { csdbName: string; manualName: string }
  list: ReturnType<typeof useListState>
}

function Compared({ pack, target, list }: ComparedProps) {
  const { t } = useTranslation()
  const state = comparisonStates.find((each) => each === list.filter('state'))
  const query = { pageNumber: list.page, pageSize: list.pageSize, state, moment: 'import' as const }
  const compared = useQuery(comparison(pack.id, target, query))
  useExistingPage(list, { ...compared, data: compared.data?.page })
  const columns = useComparisonColumns(target, compared.data)
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
        {compared.data?.imported && <AtImport imported={compared.data.imported} target={target} />}
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

function AtImport({ imported, target }: { imported: ImportedRevision; target: ComparedProps['target'] }) {
  const { t } = useTranslation()
  const { number, importedOn } = imported
  return (
    <p className="im-at">
      {t(number > 1 ? 'imports.comparison.at' : 'imports.comparison.atFirst', {
        on: formatDateTime(importedOn),
        manual: `/${target.csdbName}/${target.manualName}`,
        revision: number,
      })}
    </p>
  )
}

/** Where the library has an object: in the revision that the import made, or in the one that it is held against. */
function placeOf(
  target: Target,
  { imported, comparedWith }: Pick<Comparison, 'imported' | 'comparedWith'>,
  { key, state }: ComparedObject,
): string | undefined {
  const revision =
    state === 'removed' ? comparedWith : (imported?.id ?? (state === 'new' ? '' : comparedWith))
  if (!revision) return undefined
  // Media are known by the names of their files; codes hold no dot.
  const isMedia = key.includes('.')
  return isMedia
    ? href(paths.media(target.csdbName, { file: key }))
    : objectHref(objectPath(pathOf(target), key), { revision })
}

function useComparisonColumns(target: Target, compared: Comparison | undefined): Column<ComparedObject>[] {
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
      cell: (object) => {
        const place = compared && placeOf(target, compared, object)
        const code = <Code>{object.key}</Code>
        return (
          <>
            {place ? <a href={place}>{code}</a> : code}
            <span className="d-block">{object.title}</span>
          </>
        )
      },
    },
    {
      key: 'oldIssue',
      header: t('imports.comparison.oldIssue'),
      hideBelow: 'md',
      cell: ({ oldIssue }) => issueText(oldIssue ?? '') || t('imports.none'),
    },
    {
      key: 'newIssue',
      header: t('imports.comparison.newIssue'),
      hideBelow: 'md',
      cell: ({ newIssue }) => issueText(newIssue ?? '') || t('imports.none'),
    },
  ]
}
