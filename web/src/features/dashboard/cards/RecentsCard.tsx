import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { recentVisits } from '@/api/workspace'
import { formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { PlaceName } from '@/lib/workspace/PlaceName'
import { LinkButton } from '@/ui/LinkButton'
import { glance } from '../queries'
import { GlanceCard } from './GlanceCard'

export function RecentsCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.recents.title')}
      more={
        <LinkButton variant="link" href={href(paths.my('recent'))}>
          {t('dashboard.recents.all')}
        </LinkButton>
      }
      list={useQuery(recentVisits({ pageNumber: 1, pageSize: glance }))}
      failedTitle={t('dashboard.recents.failed')}
      empty={t('dashboard.recents.empty')}
      itemKey={(visit) => visit.path}
    >
      {(visit) => (
        <>
          <span className="da-main">
            <PlaceName place={visit} available={visit.available} />
          </span>
          <time className="da-side" dateTime={visit.visitedOn}>
            {formatDateTime(visit.visitedOn)}
          </time>
        </>
      )}
    </GlanceCard>
  )
}
