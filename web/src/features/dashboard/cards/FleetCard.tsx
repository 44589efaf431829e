import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { href, paths } from '@/lib/paths'
import { Code } from '@/ui/Code'
import { LinkButton } from '@/ui/LinkButton'
import { largestOperators } from '../queries'
import { GlanceCard } from './GlanceCard'

export function FleetCard() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <GlanceCard
      title={t('dashboard.fleet.title')}
      more={
        <LinkButton variant="link" href={href(paths.operators())}>
          {t('dashboard.fleet.all')}
        </LinkButton>
      }
      list={useQuery(largestOperators)}
      failedTitle={t('dashboard.fleet.failed')}
      empty={
        can.manageOperators(me) ? (
          <>
            {t('dashboard.fleet.emptyAdmin')}{' '}
            <a href={href(paths.operators({ do: 'create' }))}>{t('dashboard.fleet.add')}</a>
          </>
        ) : (
          t('dashboard.fleet.empty')
        )
      }
      itemKey={(operator) => operator.id}
    >
      {(operator) => (
        <>
          <span className="da-main">
            <a href={href(paths.operators({ operator: operator.code }))}>{operator.name}</a>{' '}
            <Code>{operator.code}</Code>
          </span>
          <span className="da-side">
            <a href={href(paths.operators({ tab: 'aircraft', of: operator.code }))}>
              {t('dashboard.fleet.aircraft', { count: operator.aircraft.length })}
            </a>
          </span>
        </>
      )}
    </GlanceCard>
  )
}
