import { useTranslation } from 'react-i18next'
import type { ComplianceDashboard } from '@/api/types'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { BarTable } from '@/ui/BarTable'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { StatTile } from '@/ui/StatTile'
import { coverage, total } from './figures'
import { TrendCard } from './TrendCard'

interface FiguresPartProps {
  figures: ComplianceDashboard
  /** The collection whose figures they are; all when it is left out. */
  collection?: string
}

/** The requirements that count as open: those in scope that are assessed. */
const counted = { scope: 'in', assessable: 'yes' } as const

const tiles = [
  { name: 'unreferenced', icon: 'missing', query: { unreferenced: 'yes', ...counted } },
  { name: 'recheck', icon: 'warning', query: { recheck: 'yes' } },
  { name: 'overdue', icon: 'clock', query: { overdue: 'yes' } },
  { name: 'proposed', icon: 'inbox', query: { proposed: 'yes' } },
] as const

/** Tiles and charts; each figure leads to the list that it counts. */
export function FiguresPart({ figures, collection }: FiguresPartProps) {
  const { t } = useTranslation()
  const sum = total(
    figures.collections.map(({ counts }) => counts),
    policyStatuses,
  )
  const figureOf = { ...sum, recheck: sum.rechecks }
  const at = (query: Parameters<typeof paths.complianceOverview>[0]) =>
    href(collection === undefined ? paths.complianceOverview(query) : paths.compliance(collection, query))
  return (
    <>
      <div className="cpl-tiles">
        {tiles.map(({ name, icon, query }) => (
          <StatTile
            key={name}
            label={t(`compliance.filter.${name}`)}
            figure={formatNumber(figureOf[name])}
            icon={icon}
            href={at(query)}
          />
        ))}
      </div>
      <div className="cpl-charts">
        <Card title={t('compliance.chart.status')}>
          <BarTable
            caption={t('compliance.chart.status')}
            labelHeader={t('compliance.column.status')}
            valueHeader={t('compliance.items')}
            bars={sum.byStatus.map(({ status, count }) => ({
              id: status,
              label: t(`compliance.status.${status}`),
              href: at({ status, ...counted }),
              value: count,
            }))}
            format={formatNumber}
          />
        </Card>
        <Card title={t('compliance.chart.coverage')}>
          <BarTable
            caption={t('compliance.chart.coverage')}
            labelHeader={t(collection === undefined ? 'compliance.one' : 'compliance.category')}
            valueHeader={t('compliance.chart.assessed')}
            bars={coverageBars(figures, collection)}
            full={100}
            format={(value) => t('compliance.chart.percent', { value })}
          />
        </Card>
        <TrendCard trend={figures.trend} />
        {figures.operators.some(({ operator }) => operator !== '') && (
          <Card title={t('compliance.chart.operators')}>
            <BarTable
              caption={t('compliance.chart.operators')}
              labelHeader={t('compliance.chart.operators')}
              valueHeader={t('compliance.chart.assessed')}
              bars={figures.operators.map(({ operator, counts }) => ({
                id: operator,
                label: operator === '' ? t('compliance.chart.allOperators') : operator,
                href: at({ operator: operator === '' ? 'none' : operator }),
                value: coverage(counts),
              }))}
              full={100}
              format={(value) => t('compliance.chart.percent', { value })}
            />
          </Card>
        )}
        <Card title={t('compliance.chart.manuals')}>
          {figures.manuals.length === 0 ? (
            <EmptyState icon="link" title={t('compliance.chart.noManuals')} />
          ) : (
            <BarTable
              caption={t('compliance.chart.manuals')}
              labelHeader={t('compliance.filter.manual')}
              valueHeader={t('compliance.items')}
              bars={figures.manuals.map(({ manualPath, items }) => ({
                id: manualPath,
                label: manualPath.slice(1),
                href: at({ manual: manualPath }),
                value: items,
              }))}
              format={formatNumber}
            />
          )}
        </Card>
      </div>
    </>
  )
}

/** The assessed share of each collection, or of each top category of one. */
function coverageBars(figures: ComplianceDashboard, collection: string | undefined) {
  if (collection === undefined) {
    return figures.collections.map(({ id, policyCollectionName, counts }) => ({
      id,
      label: policyCollectionName,
      href: href(paths.compliance(id)),
      value: coverage(counts),
    }))
  }
  return figures.categories
    .filter(({ parentPath }) => parentPath === `/${collection}`)
    .map(({ id, path, name, policyCategoryCode, counts }) => ({
      id,
      label: policyCategoryCode === '' ? name : `${policyCategoryCode} ${name}`,
      href: href(paths.compliance(collection, { category: path })),
      value: coverage(counts),
    }))
}
