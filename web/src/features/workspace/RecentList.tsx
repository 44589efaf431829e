import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHolderOf } from '@/api/editing'
import { useMe } from '@/api/queries'
import type { RecentVisit } from '@/api/types'
import { markedAmong, recentVisits, toggleBookmark } from '@/api/workspace'
import { formatDateTime } from '@/lib/format'
import { StatusChip } from '@/lib/library/StatusChip'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { useListState } from '@/lib/useListState'
import { PlaceHome, PlaceName } from '@/lib/workspace/PlaceName'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { LinkButton } from '@/ui/LinkButton'
import { StatusFilter } from './StatusFilter'
import { WorkspaceTable } from './WorkspaceTable'

const listDefaults = { sortKeys: ['visitedOn'], sort: { key: 'visitedOn', order: 'desc' } } as const

/** The places the user visited, newest first, each with its bookmark. */
export function RecentList() {
  const { t } = useTranslation()
  const holderOf = useHolderOf()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const page = useQuery(
    recentVisits({
      ...list.pageRequest,
      keywordFilter: list.filter('filter') || undefined,
      statusFilter: list.filter('status') || undefined,
    }),
  )
  const marked = useQuery(markedAmong(page.data?.items.map(({ path }) => path) ?? [])).data
  return (
    <WorkspaceTable
      caption={t('workspace.recent.title')}
      searchLabel={t('workspace.search')}
      list={list}
      page={page}
      failedTitle={t('workspace.recent.failed')}
      filterNames={['status']}
      filters={<StatusFilter list={list} />}
      rowKey={({ path }) => path}
      columns={[
        {
          key: 'name',
          header: t('workspace.what'),
          cell: (visit) => (
            <PlaceName place={visit} available={visit.available} held={holderOf(visit.path)} />
          ),
        },
        {
          key: 'home',
          header: t('workspace.home'),
          hideBelow: 'md',
          cell: (visit) => <PlaceHome place={visit} />,
        },
        {
          key: 'status',
          header: t('library.column.status'),
          hideBelow: 'lg',
          cell: ({ status }) => status && <StatusChip status={status} />,
        },
        {
          key: 'visitedOn',
          header: t('workspace.recent.on'),
          hideBelow: 'lg',
          cell: ({ visitedOn }) => formatDateTime(visitedOn),
        },
      ]}
      actionsHeader={t('workspace.actions')}
      rowActions={(visit) => <MarkButton visit={visit} marked={marked?.has(visit.path) ?? false} />}
      empty={
        <EmptyState
          icon="clock"
          title={t('workspace.recent.empty')}
          text={t('workspace.recent.emptyText')}
          action={
            <LinkButton icon="library" href={href(paths.library())}>
              {t('workspace.toLibrary')}
            </LinkButton>
          }
        />
      }
    />
  )
}

function MarkButton({ visit, marked }: { visit: RecentVisit; marked: boolean }) {
  const { t } = useTranslation()
  const toggle = useMutation({ mutationFn: toggleBookmark })
  // A deleted object cannot be bookmarked, but its bookmark can be removed.
  if (!visit.available && !marked) return null
  return (
    <IconButton
      icon={marked ? 'bookmarked' : 'bookmark'}
      label={t(marked ? 'workspace.unmark' : 'workspace.mark', { name: visit.title || visit.name })}
      aria-pressed={marked}
      busy={toggle.isPending}
      onClick={() => toggle.mutate({ path: visit.path }, { onError: showProblem })}
    />
  )
}
