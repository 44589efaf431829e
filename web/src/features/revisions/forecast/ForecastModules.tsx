import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { forecastModulesQuery } from '@/api/revisions'
import type { ForecastModule, RevisionDetail } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { ListSearch } from '@/lib/ListSearch'
import { keyOf, mediaPage, objectHref } from '@/lib/library/objects'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import type { Column } from '@/ui/Table'
import { type ChipLook, plainLook } from '../chipLook'
import { RestoreAction } from './RestoreAction'

// The list has one order: that of the codes.
const listDefaults = { sortKeys: ['path'], sort: { key: 'path', order: 'asc' } } as const

const looks: Record<string, ChipLook> = {
  added: { tone: 'success', icon: 'add' },
  deleted: { tone: 'danger', icon: 'trash' },
  content: { tone: 'warning', icon: 'edit' },
  applicability: { tone: 'info', icon: 'aircraft' },
  status: { tone: 'neutral', icon: 'info' },
  negligible: { tone: 'neutral', icon: 'check' },
  media: { tone: 'info', icon: 'illustration' },
  none: plainLook,
}

interface ForecastModulesProps {
  revision: RevisionDetail
  category: string
}

/** The modules behind one count of a forecast. */
export function ForecastModules({ revision, category }: ForecastModulesProps) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const keyword = list.filter('filter')
  const modules = useQuery(
    forecastModulesQuery(revision.id, {
      ...list.pageRequest,
      category,
      keywordFilter: keyword || undefined,
    }),
  )
  const title = t(`revisions.forecast.category.${category}`)
  return (
    <Card title={title} flush>
      <div className="rv-filters">
        <ListSearch list={list} label={t('library.searchModules')} />
      </div>
      <PagedTable
        list={list}
        query={modules}
        failedTitle={t('revisions.forecast.modulesFailed')}
        caption={title}
        columns={useColumns(revision)}
        rowKey={({ path }) => path}
        empty={
          keyword ? (
            <NoMatch text={keyword} onClear={() => list.setFilter('filter', '')} />
          ) : (
            <EmptyState icon="success" title={t('revisions.forecast.noModules')} />
          )
        }
      />
    </Card>
  )
}

/** The comparison where there are two versions, else the one that there is. */
function hrefOf(module: ForecastModule, revision: string): string | undefined {
  const { path, oldVersion, newVersion, ourVersion, copyOf } = module
  // The versions of the OEM are those of the source.
  if (copyOf) return objectHref(path, { v: ourVersion })
  if (path.split('/')[2] === 'MULTIMEDIA') return href(mediaPage(path))
  return oldVersion && newVersion
    ? objectHref(path, { part: 'compare', v: oldVersion, with: newVersion })
    : objectHref(path, newVersion ? { revision } : { v: oldVersion })
}

/** The name of a module, with its page where it has one. */
function ModuleName({ module, revision }: { module: ForecastModule; revision: string }) {
  const [name, to] = [module.title || keyOf(module.path), hrefOf(module, revision)]
  return to ? <a href={to}>{name}</a> : name
}

function useColumns(revision: RevisionDetail): Column<ForecastModule>[] {
  const { t } = useTranslation()
  const { id, state } = revision
  return [
    {
      key: 'module',
      header: t('revisions.module'),
      cell: (module) => (
        <>
          <ModuleName module={module} revision={id} />
          <span className="d-block af-hint mt-0">
            <Code>{keyOf(module.path)}</Code>
          </span>
          {module.copyOf && (
            <span className="d-block af-hint mt-0">
              {t('revisions.forecast.copyOf', { code: keyOf(module.copyOf) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'change',
      header: t('revisions.forecast.change'),
      cell: ({ change, isMoved, copyOf }) => (
        <span className="rv-chips">
          {copyOf && (
            <Chip tone="warning" icon="edit">
              {t('revisions.forecast.sourceChip')}
            </Chip>
          )}
          {!copyOf && (change !== 'none' || !isMoved) && (
            <Chip {...(looks[change] ?? plainLook)}>{t(`revisions.forecast.changeKind.${change}`)}</Chip>
          )}
          {isMoved && (
            <Chip tone="neutral" icon="sort">
              {t('revisions.forecast.movedChip')}
            </Chip>
          )}
        </span>
      ),
    },
    {
      key: 'ours',
      header: t('revisions.forecast.group.ours'),
      hideBelow: 'md',
      cell: (module) => (
        <>
          <OurSide module={module} />
          {isMerged(module) && (
            <a
              href={href(paths.mergePreview(id, module.path))}
              aria-label={t('revisions.preview.of', { name: module.title || keyOf(module.path) })}
            >
              {t('revisions.preview.open')}
            </a>
          )}
        </>
      ),
    },
    ...(state === 'confirmed'
      ? [
          {
            key: 'restore',
            header: t('revisions.restore.column'),
            cell: (module: ForecastModule) => <RestoreAction revision={revision} module={module} />,
          },
        ]
      : []),
  ]
}

/** Whether both sides changed a text, which the confirmation merges. */
const isMerged = ({ isCustomised, kind, change, oldVersion, newVersion }: ForecastModule) =>
  isCustomised &&
  kind !== 'icn' &&
  change !== 'deleted' &&
  oldVersion !== undefined &&
  newVersion !== undefined

function OurSide({ module }: { module: ForecastModule }) {
  const { t } = useTranslation()
  const { isClean, conflicts, adopted, isCheckedOut, unmarked, markedWithoutChange } = module
  const { moreRestrictive, lessRestrictive, toBeJudged, changeRequests, openComments } = module
  const counted = (name: string, count: number) =>
    t(`revisions.forecast.${name}`, { count, figure: formatNumber(count) })
  return (
    <span className="rv-chips">
      {isClean && (
        <Chip tone="success" icon="success">
          {t('revisions.forecast.mergesChip')}
        </Chip>
      )}
      {conflicts > 0 && (
        <Chip tone="warning" icon="warning">
          {counted('conflictsChip', conflicts)}
        </Chip>
      )}
      {adopted > 0 && (
        <Chip tone="info" icon="check">
          {counted('adoptedChip', adopted)}
        </Chip>
      )}
      {unmarked > 0 && (
        <Chip tone="warning" icon="show">
          {counted('unmarkedChip', unmarked)}
        </Chip>
      )}
      {markedWithoutChange > 0 && (
        <Chip tone="neutral" icon="hide">
          {counted('markedChip', markedWithoutChange)}
        </Chip>
      )}
      {moreRestrictive > 0 && (
        <Chip tone="warning" icon="warning">
          {counted('moreRestrictiveChip', moreRestrictive)}
        </Chip>
      )}
      {lessRestrictive > 0 && (
        <Chip tone="danger" icon="danger">
          {counted('lessRestrictiveChip', lessRestrictive)}
        </Chip>
      )}
      {toBeJudged > 0 && (
        <Chip tone="warning" icon="warning">
          {counted('toBeJudgedChip', toBeJudged)}
        </Chip>
      )}
      {openComments > 0 && (
        <Chip tone="info" icon="comment">
          {counted('commentsChip', openComments)}
        </Chip>
      )}
      {changeRequests.map((number) => (
        <Chip key={number} tone="info" icon="changeRequest">
          {t('changeRequests.numbered', { number })}
        </Chip>
      ))}
      {isCheckedOut && (
        <Chip tone="warning" icon="checkOut">
          {t('revisions.forecast.checkedOutChip')}
        </Chip>
      )}
    </span>
  )
}
