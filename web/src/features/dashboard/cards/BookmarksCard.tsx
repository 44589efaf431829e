import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookmarkList } from '@/api/workspace'
import { href, paths } from '@/lib/paths'
import { PlaceName } from '@/lib/workspace/PlaceName'
import { LinkButton } from '@/ui/LinkButton'
import { glance } from '../queries'
import { GlanceCard } from './GlanceCard'

export function BookmarksCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.bookmarks.title')}
      more={
        <LinkButton variant="link" href={href(paths.my('bookmark'))}>
          {t('dashboard.bookmarks.all')}
        </LinkButton>
      }
      list={useQuery(bookmarkList({ pageNumber: 1, pageSize: glance }))}
      failedTitle={t('dashboard.bookmarks.failed')}
      empty={t('dashboard.bookmarks.empty')}
      itemKey={(bookmark) => bookmark.id}
    >
      {(bookmark) => (
        <>
          <span className="da-main">
            <PlaceName
              place={bookmark}
              name={bookmark.name}
              paragraph={bookmark}
              available={bookmark.available}
            />
          </span>
          <span className="da-side">{bookmark.folder}</span>
        </>
      )}
    </GlanceCard>
  )
}
