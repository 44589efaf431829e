import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { forecastQuery } from '@/api/revisions'
import type { RevisionDetail, RevisionForecast } from '@/api/types'
import { formatNumber, listComma } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Icon } from '@/ui/Icon'
import { Notice } from '@/ui/Notice'
import { ProgressBar } from '@/ui/ProgressBar'
import { Skeleton } from '@/ui/Skeleton'
import { ForecastModules } from './ForecastModules'
import { ForecastRequirements } from './ForecastRequirements'
import { categoryOf, type ForecastGroup, forecastGroups, isShown } from './forecastRows'

/** The changes that confirming a revision will make, as counts that lead to their modules. */
export function ForecastTab({ revision }: { revision: RevisionDetail }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const forecast = useQuery(forecastQuery(revision.id))
  const category = categoryOf(params.get('category'))
  return (
    <QueryFrame
      query={forecast}
      failedTitle={t('revisions.forecast.failed')}
      keepsData
      loading={
        <Card>
          <p role="status">{t('revisions.forecast.counting')}</p>
          <Skeleton lines={8} />
        </Card>
      }
    >
      {(data) => (
        <div className="rv-forecast">
          {!data.isComplete && <Progress forecast={data} />}
          {revision.state !== 'waiting' && (
            <Notice tone="info" title={t('revisions.forecast.decided')}>
              {t('revisions.forecast.decidedText')}
            </Notice>
          )}
          <div className="rv-counts">
            {forecastGroups
              .filter((group) => isShown(group, data, revision.isMel))
              .map((group) => (
                <Card key={group.id} title={t(`revisions.forecast.group.${group.id}`)} flush>
                  <Counts revision={revision} forecast={data} group={group} chosen={category} />
                </Card>
              ))}
          </div>
          {data.isComplete && <ForecastRequirements forecast={data} />}
          {category && <ForecastModules key={category} revision={revision} category={category} />}
        </div>
      )}
    </QueryFrame>
  )
}

function Progress({ forecast: { compared, total } }: { forecast: RevisionForecast }) {
  const { t } = useTranslation()
  const text = t('revisions.forecast.progress', {
    compared: formatNumber(compared),
    total: formatNumber(total),
  })
  return <ProgressBar label={text} percent={total === 0 ? undefined : (compared / total) * 100} />
}

/** The aircraft behind their count. */
function Registrations({ registrations }: { registrations: readonly string[] }) {
  const { t } = useTranslation()
  if (registrations.length === 0) return null
  return (
    <details className="af-hint mt-0">
      <summary>{t('revisions.forecast.registrations')}</summary>
      {registrations.join(listComma())}
    </details>
  )
}

interface CountsProps {
  revision: RevisionDetail
  forecast: RevisionForecast
  group: ForecastGroup
  chosen: string | undefined
}

function Counts({ revision, forecast, group, chosen }: CountsProps) {
  const { t } = useTranslation()
  return (
    <table className="table rv-count-table" aria-label={t(`revisions.forecast.group.${group.id}`)}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('revisions.forecast.what')}</th>
          <th scope="col">{t('revisions.forecast.count')}</th>
        </tr>
      </thead>
      <tbody>
        {group.rows.map(({ name, category, attention }) => {
          const count = forecast[name] ?? 0
          const figure = forecast[name] === undefined ? t('revisions.forecast.notYet') : formatNumber(count)
          const label = t(`revisions.forecast.row.${name}`)
          const to = paths.revision(revision.id, { tab: 'forecast', category })
          return (
            <tr key={name}>
              <th scope="row">
                {attention && count > 0 && <Icon name="warning" size="sm" className="rv-attention" />} {label}
                <span className="d-block af-hint mt-0">{t(`revisions.forecast.hint.${name}`)}</span>
                {name === 'aircraft' && <Registrations registrations={forecast.registrations ?? []} />}
              </th>
              <td className="text-end">
                {category && count > 0 ? (
                  <a
                    href={href(to)}
                    aria-label={t('revisions.forecast.open', { count: figure, label })}
                    aria-current={category === chosen || undefined}
                  >
                    {figure}
                  </a>
                ) : (
                  figure
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
