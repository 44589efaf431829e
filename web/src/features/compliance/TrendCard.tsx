import { useTranslation } from 'react-i18next'
import type { ComplianceDashboard } from '@/api/types'
import { formatDate } from '@/lib/format'
import { Card } from '@/ui/Card'
import { LineTable } from '@/ui/LineTable'
import { share } from './figures'

/** How the compliant share of the requirements in scope has changed. */
export function TrendCard({ trend }: { trend: ComplianceDashboard['trend'] }) {
  const { t } = useTranslation()
  const points = trend.map((day) => ({
    id: day.day,
    label: formatDate(day.day),
    at: Date.parse(day.day),
    value: share(day, 'compliant'),
  }))
  const percent = (value: number) => t('compliance.chart.percent', { value })
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  return (
    <Card title={t('compliance.chart.trend')}>
      <LineTable
        caption={t('compliance.chart.trend')}
        summary={t('compliance.chart.trendSummary', {
          from: percent(first.value),
          to: percent(last.value),
          since: first.label,
        })}
        labelHeader={t('compliance.chart.day')}
        valueHeader={t('compliance.status.compliant')}
        tableText={t('compliance.chart.table')}
        most={100}
        points={points}
        format={percent}
      />
    </Card>
  )
}
