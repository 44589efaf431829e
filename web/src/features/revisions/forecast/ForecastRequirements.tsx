import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { forecastRequirementsQuery } from '@/api/revisions'
import type { RevisionForecast } from '@/api/types'
import { TouchedRequirements } from '@/lib/compliance/TouchedRequirements'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'

/** The requirements whose text confirming a revision will change. */
export function ForecastRequirements({ forecast }: { forecast: RevisionForecast }) {
  const { t } = useTranslation()
  const query = useQuery(forecastRequirementsQuery(forecast.revision, forecast.compared))
  return (
    <Card title={t('revisions.forecast.requirements')}>
      <QueryFrame query={query} failedTitle={t('revisions.forecast.requirementsFailed')}>
        {(requirements) =>
          requirements.length === 0 ? (
            <p className="mb-0">{t('revisions.forecast.noRequirements')}</p>
          ) : (
            <TouchedRequirements requirements={requirements} />
          )
        }
      </QueryFrame>
    </Card>
  )
}
