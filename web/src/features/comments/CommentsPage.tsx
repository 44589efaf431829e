import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CommentFilter, commentList } from '@/api/comments'
import { useMe } from '@/api/queries'
import { ClearFilters } from '@/lib/ClearFilters'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { CommentFilters, commentFilterNames } from './CommentFilters'
import { ExportComments } from './ExportComments'
import { useCommentColumns } from './useCommentColumns'
import './comments.css'

const listDefaults = {
  sortKeys: ['updatedOn', 'createdOn', 'module', 'state', 'author'],
  sort: { key: 'updatedOn', order: 'desc' },
} as const

/** The comments on all modules that the user can read. */
export function CommentsPage() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const filter: CommentFilter = {
    state: list.filter('state') || undefined,
    mine: list.filter('mine') === 'yes' || undefined,
    mentionsMe: list.filter('mentions') === 'yes' || undefined,
    account: list.filter('account') || undefined,
    manualPath: list.filter('manual') || undefined,
    path: list.filter('path') || undefined,
    keywordFilter: list.filter('keyword') || undefined,
    sort: list.sort.key,
    order: list.sort.order,
  }
  const query = useQuery(commentList({ ...list.pageRequest, ...filter }))
  const isFiltered = commentFilterNames.some((name) => list.filter(name) !== '')
  return (
    <>
      <PageHead
        title={t('comments.title')}
        purpose={t('comments.purpose')}
        actions={<ExportComments filter={filter} />}
      />
      <Card flush>
        <CommentFilters list={list} />
        <PagedTable
          list={list}
          query={query}
          failedTitle={t('comments.page.listFailed')}
          caption={t('comments.title')}
          columns={useCommentColumns()}
          rowKey={({ thread }) => thread.id}
          empty={
            <EmptyState
              icon="comment"
              title={t(isFiltered ? 'comments.page.noMatch' : 'comments.page.empty')}
              text={t(isFiltered ? 'comments.page.noMatchText' : 'comments.page.emptyText')}
              action={
                isFiltered && (
                  <ClearFilters onClear={() => list.clearFilters(commentFilterNames)}>
                    {t('comments.page.clear')}
                  </ClearFilters>
                )
              }
            />
          }
        />
      </Card>
    </>
  )
}
