import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/LinkButton'
import { pendingUsers } from '../queries'
import { GlanceCard } from './GlanceCard'

export function PendingUsersCard() {
  const { t } = useTranslation()
  const all = { tab: 'users', status: 'pending' } as const
  return (
    <GlanceCard
      title={t('dashboard.pending.title')}
      more={
        <LinkButton variant="link" href={href(paths.admin(all))}>
          {t('dashboard.pending.all')}
        </LinkButton>
      }
      list={useQuery(pendingUsers)}
      failedTitle={t('dashboard.pending.failed')}
      empty={t('dashboard.pending.empty')}
      itemKey={(user) => user.id}
    >
      {(user) => (
        <>
          <span className="da-main">
            <a href={href(paths.admin({ ...all, filter: user.account }))}>{user.account}</a> {user.email}
          </span>
          <time className="da-side" dateTime={user.createdOn}>
            {formatDate(user.createdOn)}
          </time>
        </>
      )}
    </GlanceCard>
  )
}
