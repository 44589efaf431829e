import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { databasesQuery, manualsQuery } from '@/api/library'
import { formatNumber } from '@/lib/format'
import { databaseOf, displayName } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { QueryFrame, type QueryResult } from '@/lib/QueryFrame'
import { type Bar, BarTable } from '@/ui/BarTable'
import { Card } from '@/ui/Card'
import { LinkButton } from '@/ui/LinkButton'
import { Skeleton } from '@/ui/Skeleton'

const mostBars = 8

/** The manuals with the most modules in their working lanes; each bar opens the list it counts. */
export function ModulesChart() {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery())
  const bars = manuals.data?.map((manual) => ({
    id: manual.id,
    label: `${displayName(manual)} (${databaseOf(manual)})`,
    href: href(paths.manual(databaseOf(manual), manual.name, { tab: 'modules' })),
    value: manual.moduleCount,
  }))
  return (
    <Chart
      title={t('dashboard.chart.modules')}
      labelHeader={t('dashboard.chart.manual')}
      all={{ href: href(paths.system('manuals')), text: t('dashboard.chart.all') }}
      query={{ ...manuals, data: bars }}
    />
  )
}

/** The databases with the most manuals; each bar opens its database. */
export function ManualsChart() {
  const { t } = useTranslation()
  const databases = useQuery(databasesQuery())
  const bars = databases.data?.map((csdb) => ({
    id: csdb.id,
    label: displayName(csdb),
    href: href(paths.database(csdb.name)),
    value: csdb.manualCount,
  }))
  return (
    <Chart
      title={t('dashboard.chart.manuals')}
      labelHeader={t('dashboard.chart.database')}
      all={{ href: href(paths.system('csdbs')), text: t('dashboard.chart.allDatabases') }}
      query={{ ...databases, data: bars }}
    />
  )
}

interface ChartProps {
  title: string
  labelHeader: string
  all: { href: string; text: string }
  query: QueryResult<readonly Bar[]>
}

function Chart({ title, labelHeader, all, query }: ChartProps) {
  const { t } = useTranslation()
  return (
    <Card
      title={title}
      actions={
        <LinkButton variant="link" href={all.href}>
          {all.text}
        </LinkButton>
      }
    >
      <QueryFrame query={query} failedTitle={t('dashboard.chart.failed')} loading={<Skeleton lines={4} />}>
        {(bars) =>
          bars.length === 0 ? (
            <p className="mb-0 af-hint mt-0">{t('dashboard.chart.empty')}</p>
          ) : (
            <BarTable
              caption={title}
              labelHeader={labelHeader}
              valueHeader={t('dashboard.chart.count')}
              bars={bars.toSorted((one, other) => other.value - one.value).slice(0, mostBars)}
              format={formatNumber}
            />
          )
        }
      </QueryFrame>
    </Card>
  )
}
