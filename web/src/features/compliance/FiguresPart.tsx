import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComplianceDashboard, PolicyCounts } from '@/api/types'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { BarTable } from '@/ui/BarTable'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { StatTile } from '@/ui/StatTile'
import { assessedOf, assessedStatuses, coverage, total } from './figures'
import { TrendCard } from './TrendCard'

interface FiguresProps {
  figures: ComplianceDashboard
  /** The collection whose figures they are; all when it is left out. */
  collection?: string
  /** A figure was followed to the list on the same page. */
  onFollow: () => void
}

/** The page with the list that a figure counts. */
const listOf = (collection: string | undefined) => (query: Parameters<typeof paths.complianceOverview>[0]) =>
  href(collection === undefined ? paths.complianceOverview(query) : paths.compliance(collection, query))

/** Calls `follow` for a click on a link; one that opens another tab leaves this page as it is. */
const following = (follow: () => void) => (event: MouseEvent) => {
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
  if (event.target instanceof Element && event.target.closest('a') && !isElsewhere) follow()
}

const totalOf = ({ collections }: ComplianceDashboard) =>
  total(
    collections.map(({ counts }) => counts),
    policyStatuses,
  )

/** The requirements that count as open: those in scope that are assessed. */
const counted = { scope: 'in', assessable: 'yes' } as const

/** Those of them that somebody has assessed. */
const assessed = { status: assessedStatuses, ...counted }

const tiles = [
  { name: 'unreferenced', icon: 'missing', query: { unreferenced: 'yes', ...counted } },
  { name: 'recheck', icon: 'warning', query: { recheck: 'yes' } },
  { name: 'overdue', icon: 'clock', query: { overdue: 'yes' } },
  { name: 'proposed', icon: 'inbox', query: { proposed: 'yes' } },
] as const

/** The open work; each figure leads to the list that it counts. */
export function FigureTiles({ figures, collection, onFollow }: FiguresProps) {
  const { t } = useTranslation()
  const sum = totalOf(figures)
  const figureOf = { ...sum, recheck: sum.rechecks }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links are followed; keys make clicks of them.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <div className="cpl-tiles" onClick={following(onFollow)}>
      {tiles.map(({ name, icon, query }) => (
        <StatTile
          key={name}
          label={t(`compliance.filter.${name}`)}
          figure={formatNumber(figureOf[name])}
          icon={icon}
          href={listOf(collection)(query)}
        />
      ))}
    </div>
  )
}

/** Charts; each figure leads to the list that it counts. */
export function FigureCharts({ figures, collection, onFollow }: FiguresProps) {
  const { t } = useTranslation()
  const at = listOf(collection)
  const shareOf = useShareText()
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are followed; keys make clicks of them. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same. */}
      <div className="cpl-charts" onClick={following(onFollow)}>
        <Card title={t('compliance.chart.status')}>
          <BarTable
            caption={t('compliance.chart.status')}
            labelHeader={t('compliance.column.status')}
            valueHeader={t('compliance.items')}
            bars={totalOf(figures).byStatus.map(({ status, count }) => ({
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
            bars={coverageBars(figures, collection).map(({ counts, ...bar }) => ({
              ...bar,
              ...shareOf(counts),
            }))}
            full={100}
            format={(value) => t('compliance.chart.percent', { value })}
          />
        </Card>
        <ProofCard figures={figures} at={at} />
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
                valueHref: at({ operator: operator === '' ? 'none' : operator, ...assessed }),
                ...shareOf(counts),
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
              bars={figures.manuals.map(({ manualPath, items, mapped }) => ({
                id: manualPath,
                label: manualPath.slice(1),
                href: at({ manual: manualPath }),
                value: items,
                text:
                  mapped > 0
                    ? t('compliance.chart.withMapped', {
                        items: formatNumber(items),
                        mapped: formatNumber(mapped),
                      })
                    : undefined,
              }))}
              format={formatNumber}
            />
          )}
        </Card>
      </div>
    </>
  )
}

const byMapping = [
  { proof: 'mapped', figure: 'mapped' },
  { proof: 'part', figure: 'mappedPart' },
] as const

interface ProofCardProps {
  figures: ComplianceDashboard
  at: ReturnType<typeof listOf>
}

/** The requirements that those of other collections prove; the rest of what they prove in part is missing. */
function ProofCard({ figures, at }: ProofCardProps) {
  const { t } = useTranslation()
  const sum = totalOf(figures)
  if (sum.mapped + sum.mappedPart === 0) return null
  return (
    <Card title={t('mappings.figures')}>
      <BarTable
        caption={t('mappings.figures')}
        labelHeader={t('mappings.proof.label')}
        valueHeader={t('compliance.items')}
        bars={byMapping.map(({ proof, figure }) => ({
          id: proof,
          label: t(`mappings.proof.${proof}`),
          href: at({ proof }),
          value: sum[figure],
        }))}
        format={formatNumber}
      />
    </Card>
  )
}

/** The assessed share of requirements, in words with the length of the list of them. */
function useShareText() {
  const { t } = useTranslation()
  return (counts: PolicyCounts) => {
    const { done, of } = assessedOf(counts)
    const value = coverage(counts)
    const mapped = formatNumber(counts.mapped)
    const figures = { value, done: formatNumber(done), of: formatNumber(of), mapped }
    return { value, text: t(`compliance.chart.${counts.mapped > 0 ? 'shareMapped' : 'share'}`, figures) }
  }
}

/** A bar for each collection, or for each top category of one. */
function coverageBars(figures: ComplianceDashboard, collection: string | undefined) {
  if (collection === undefined) {
    return figures.collections.map(({ id, policyCollectionName, counts }) => ({
      id,
      label: policyCollectionName,
      href: href(paths.compliance(id)),
      valueHref: href(paths.compliance(id, assessed)),
      counts,
    }))
  }
  return figures.categories
    .filter(({ parentPath }) => parentPath === `/${collection}`)
    .map(({ id, path, name, policyCategoryCode, counts }) => ({
      id,
      label: policyCategoryCode === '' ? name : `${policyCategoryCode} ${name}`,
      href: href(paths.compliance(collection, { category: path })),
      valueHref: href(paths.compliance(collection, { category: path, ...assessed })),
      counts,
    }))
}
