import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { oneJob } from '@/api/jobs'
import { manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { ComparedObject, Comparison, ImportedRevision, Package } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { objectHref, objectPath } from '@/lib/library/objects'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import type { Column } from '@/ui/Table'
import { ComparisonChip, ComparisonCounts, comparisonStates } from './ComparisonCounts'
import { proposedTarget, type Target } from './importSteps'
import { issueText } from './issueText'
import { comparison } from './queries'

const listDefaults = { sortKeys: ['key'], sort: { key: 'key', order: 'asc' } } as const

/** The effect of an import on a chosen manual: new, changed, unchanged and removed objects; after the import, its actual effect. */
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
  const query = { ...list.pageRequest, state, moment: 'import' as const }
  const compared = useQuery(comparison(pack.id, target, query))
  const columns = useComparisonColumns(target, compared.data)
  return (
    <>
      {!compared.error && (
        <div className="im-toolbar">
          {compared.data?.imported && <AtImport imported={compared.data.imported} target={target} />}
          <ComparisonCounts
            counts={compared.data?.counts}
            chosen={state}
            onChoose={(next) => list.setFilter('state', next === state ? '' : next)}
          />
        </div>
      )}
      <PagedTable
        list={list}
        query={{ ...compared, data: compared.data?.page }}
        failedTitle={t('imports.comparison.failed')}
        caption={t('imports.comparison.title')}
        columns={columns}
        rowKey={({ key }) => key}
        empty={<EmptyState icon="compare" title={t('imports.comparison.emptyTitle')} />}
      />
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

/** The link to an object: in the revision that the import made, or in the one it is compared with. */
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

/** The differences of a changed module, once the import has made its revision. */
function differencesOf(
  target: Target,
  { imported, comparedWith }: Pick<Comparison, 'imported' | 'comparedWith'>,
  { key, state }: ComparedObject,
): string | undefined {
  if (state !== 'changed' || !imported || !comparedWith || key.includes('.')) return undefined
  return objectHref(objectPath(pathOf(target), key), {
    part: 'compare',
    v: `revision:${comparedWith}`,
    with: `revision:${imported.id}`,
  })
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
        const differences = compared && differencesOf(target, compared, object)
        const code = <Code>{object.key}</Code>
        return (
          <>
            {place ? <a href={place}>{code}</a> : code}
            <span className="d-block">{object.title}</span>
            {differences && (
              <a href={differences} aria-label={t('imports.comparison.differencesOf', { key: object.key })}>
                {t('imports.comparison.differences')}
              </a>
            )}
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
