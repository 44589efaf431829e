import { useTranslation } from 'react-i18next'
import type { ListedComment } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { keyOf, objectHref } from '@/lib/library/objects'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'

export function useCommentColumns(): Column<ListedComment>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'thread',
      header: t('comments.page.thread'),
      cell: (listed) => (
        <>
          <a className="cmt-link" href={objectHref(listed.path, { thread: listed.thread.id })}>
            {listed.text || t('comments.suggestion.title')}
          </a>{' '}
          {listed.isNew && (
            <Chip tone="accent" icon="bell">
              {t('comments.new')}
            </Chip>
          )}
          {listed.hasSuggestion && (
            <Chip tone="info" icon="edit">
              {t('comments.suggestion.title')}
            </Chip>
          )}
          <span className="af-hint d-block mt-0">
            {listed.thread.target === 'module' ? t('comments.wholeModule') : listed.thread.quote}
          </span>
          {/* Where the column of its own has no room. */}
          <span className="af-hint d-block d-md-none mt-0">{keyOf(listed.path)}</span>
        </>
      ),
    },
    {
      key: 'module',
      header: t('comments.page.module'),
      sortable: true,
      hideBelow: 'md',
      cell: ({ path, title }) => (
        <>
          {title}
          <span className="af-hint d-block mt-0">{keyOf(path)}</span>
        </>
      ),
    },
    {
      key: 'state',
      header: t('comments.page.status'),
      sortable: true,
      cell: ({ thread }) => (
        <Chip
          tone={thread.state === 'open' ? 'neutral' : 'success'}
          icon={thread.state === 'open' ? 'comment' : 'success'}
        >
          {t(`comments.state.${thread.state}`)}
        </Chip>
      ),
    },
    {
      key: 'author',
      header: t('comments.page.author'),
      sortable: true,
      hideBelow: 'xl',
      cell: ({ thread: { author } }) => <span title={author.account}>{author.name || author.account}</span>,
    },
    {
      key: 'updatedOn',
      header: t('comments.page.updated'),
      sortable: true,
      hideBelow: 'md',
      cell: ({ lastBy, thread }) => (
        <span className="text-nowrap">
          {t('comments.page.last', { account: lastBy, on: formatDateTime(thread.updatedOn) })}
        </span>
      ),
    },
  ]
}
