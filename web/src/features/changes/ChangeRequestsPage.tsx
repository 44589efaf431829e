import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type RequestFilter, requestCalls, requestList, requestViewCalls } from '@/api/changeRequests'
import { useMe } from '@/api/queries'
import { ClearFilters } from '@/lib/ClearFilters'
import { CreateRequestDialog } from '@/lib/changeRequests/CreateRequestDialog'
import { PagedTable } from '@/lib/PagedTable'
import { paths } from '@/lib/paths'
import { type ListState, useListState } from '@/lib/useListState'
import { SavedViewsDialog } from '@/lib/views/SavedViewsDialog'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { ExportRequests } from './ExportRequests'
import { RequestFilters, requestFilterNames } from './RequestFilters'
import { useRequestColumns } from './useRequestColumns'
import './changes.css'

const listDefaults = {
  sortKeys: [
    'lastUpdateTime',
    'createTime',
    'number',
    'title',
    'status',
    'manual',
    'createBy',
    'assignee',
    'dueDate',
  ],
  sort: { key: 'lastUpdateTime', order: 'desc' },
} as const

/** The change requests of all manuals that the user can read. */
export function ChangeRequestsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const filter: RequestFilter = {
    status: list.filter('status') || undefined,
    origin: list.filter('origin') || undefined,
    csdbType: list.filter('csdbType') || undefined,
    manualType: list.filter('manualType') || undefined,
    manualPath: list.filter('manual') || undefined,
    path: list.filter('path') || undefined,
    mine: list.filter('mine') === 'yes' || undefined,
    awaitsMe: list.filter('awaits') === 'yes' || undefined,
    overdue: list.filter('overdue') === 'yes' || undefined,
    keywordFilter: list.filter('keyword') || undefined,
    sort: list.sort.key,
    order: list.sort.order,
  }
  const query = useQuery(requestList({ ...list.pageRequest, ...filter }))
  const isFiltered = requestFilterNames.some((name) => list.filter(name) !== '')
  return (
    <>
      <PageHead
        title={t('changeRequests.title')}
        purpose={t('changeRequests.purpose')}
        actions={
          <>
            <Button icon="bookmark" onClick={() => list.setOpen('do', 'views')}>
              {t('views.open')}
            </Button>
            <ExportRequests filter={filter} />
            <Button variant="primary" icon="add" onClick={() => list.setOpen('do', 'create')}>
              {t('changeRequests.create.open')}
            </Button>
          </>
        }
      />
      <Card flush>
        <RequestFilters list={list} />
        <PagedTable
          list={list}
          query={query}
          failedTitle={t('changeRequests.list.failed')}
          caption={t('changeRequests.title')}
          columns={useRequestColumns()}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="changeRequest"
              title={t(isFiltered ? 'changeRequests.list.noMatch' : 'changeRequests.list.empty')}
              text={t(isFiltered ? 'changeRequests.list.noMatchText' : 'changeRequests.list.emptyText')}
              action={
                isFiltered && (
                  <ClearFilters onClear={() => list.clearFilters(requestFilterNames)}>
                    {t('changeRequests.list.clear')}
                  </ClearFilters>
                )
              }
            />
          }
        />
      </Card>
      {list.filter('do') === 'views' && (
        <SavedViewsDialog
          calls={requestViewCalls}
          account={me.user.account}
          query={viewOf(list)}
          onOpen={(query) => void navigate(paths.changeRequestView(query))}
          onClose={() => list.setOpen('do', '')}
        />
      )}
      {list.filter('do') === 'create' && (
        <CreateRequestDialog
          calls={requestCalls}
          me={me}
          onDone={({ request }) => void navigate(paths.changeRequest(request.id))}
          onClose={() => list.setOpen('do', '')}
        />
      )}
    </>
  )
}

/** The filters and the order of the list as a query string, without the page. */
function viewOf(list: ListState<string>): string {
  const query = new URLSearchParams()
  for (const name of requestFilterNames) if (list.filter(name) !== '') query.set(name, list.filter(name))
  query.set('sort', list.sort.key)
  query.set('order', list.sort.order)
  return query.toString()
}
