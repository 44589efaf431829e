import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { actorName } from '@/lib/actor'
import { formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { Code } from '@/ui/Code'
import { LinkButton } from '@/ui/LinkButton'
import { latestAudit } from '../queries'
import { GlanceCard } from './GlanceCard'

export function AuditCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.audit.title')}
      more={
        <LinkButton variant="link" href={href(paths.admin({ tab: 'audit' }))}>
          {t('dashboard.audit.all')}
        </LinkButton>
      }
      list={useQuery(latestAudit)}
      failedTitle={t('dashboard.audit.failed')}
      empty={t('dashboard.audit.empty')}
      itemKey={(entry) => String(entry.seq)}
    >
      {(entry) => (
        <>
          <span className="da-main">
            {t(`admin.audit.actions.${entry.action}`, { defaultValue: entry.action })}{' '}
            <Code>{entry.subject}</Code>
            <span className="af-hint d-block mt-0">
              {t('dashboard.audit.by', { actor: actorName(t, entry.actor) })}
            </span>
          </span>
          <time className="da-side" dateTime={entry.at}>
            {formatDateTime(entry.at)}
          </time>
        </>
      )}
    </GlanceCard>
  )
}
