import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { complianceDashboardQuery } from '@/api/compliance'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { FigureCharts, FigureTiles } from './FiguresPart'
import { ItemsCard } from './ItemsCard'
import { itemListDefaults } from './itemList'
import { showList } from './showList'
import './compliance.css'

/** The figures of all collections, and the requirements that a figure counts. */
export function OverviewPage() {
  const { t } = useTranslation()
  const me = useMe()
  const list = useListState(itemListDefaults, me.user.preferences.pageSize)
  const query = useQuery(complianceDashboardQuery())
  const listed = useRef<HTMLDivElement>(null)
  const follow = () => showList(listed.current)
  const create = can.editCompliance(me) && (
    <>
      <LinkButton icon="import" href={href(paths.complianceImport())}>
        {t('regulations.title')}
      </LinkButton>
      <Button variant="primary" icon="add" onClick={() => openOverlay({ kind: 'createCompliance' })}>
        {t('compliance.createOpen')}
      </Button>
    </>
  )
  return (
    <>
      <PageHead
        title={t('compliance.overview.title')}
        purpose={t('compliance.overview.purpose')}
        actions={create}
      />
      <QueryFrame query={query} failedTitle={t('compliance.overview.failed')} keepsData>
        {(figures) =>
          figures.collections.length === 0 ? (
            <EmptyState
              icon="compliance"
              title={t('compliance.overview.empty')}
              text={t('compliance.overview.emptyText')}
            />
          ) : (
            <div className="cpl-stack">
              <FigureTiles figures={figures} onFollow={follow} />
              <FigureCharts figures={figures} onFollow={follow} />
              <ItemsCard list={list} frameRef={listed} />
            </div>
          )
        }
      </QueryFrame>
    </>
  )
}
