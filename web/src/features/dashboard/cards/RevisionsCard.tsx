import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { databaseOf, displayName } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { LinkButton } from '@/ui/LinkButton'
import { glance } from '../queries'
import { GlanceCard } from './GlanceCard'

/** The manuals whose OEM revision came last; one that waits for a decision says so. */
export function RevisionsCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.revisions.title')}
      more={
        <LinkButton variant="link" href={href(paths.system('manuals'))}>
          {t('dashboard.revisions.all')}
        </LinkButton>
      }
      list={useQuery({ ...manualsQuery(), select: latest })}
      failedTitle={t('dashboard.revisions.failed')}
      empty={t('dashboard.revisions.empty')}
      itemKey={(manual) => manual.id}
    >
      {(manual) => (
        <>
          <span className="da-main">
            <a href={href(paths.manual(databaseOf(manual), manual.name, { lane: 'oem' }))}>
              {displayName(manual)}
            </a>{' '}
            <span className="af-hint mt-0">{databaseOf(manual)}</span>
            <span className="da-chips">
              <span className="af-hint mt-0">
                {t('library.revision.number', { number: manual.lanes.oem?.number })}
              </span>
              {manual.newerRevisionWaits && (
                <a href={href(paths.revision(manual.lanes.oem?.id ?? ''))}>
                  <Chip tone="warning" icon="clock">
                    {t('dashboard.revisions.waits')}
                  </Chip>
                </a>
              )}
            </span>
          </span>
          <time className="da-side" dateTime={manual.lanes.oem?.createdOn}>
            {formatDateTime(manual.lanes.oem?.createdOn ?? '')}
          </time>
        </>
      )}
    </GlanceCard>
  )
}

function latest(manuals: Manual[]) {
  const delivered = manuals.filter(({ lanes }) => lanes.oem)
  const on = ({ lanes }: Manual) => lanes.oem?.createdOn ?? ''
  const items = delivered.toSorted((one, other) => on(other).localeCompare(on(one)))
  return { items: items.slice(0, glance), total: items.length, pageNumber: 1, pageSize: glance }
}
