import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { policyReviewsQuery } from '@/api/compliance'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { Pages } from '@/lib/Pages'
import { QueryFrame } from '@/lib/QueryFrame'
import { useSingleKeys } from '@/lib/singleKeys'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { PageHead } from '@/ui/PageHead'
import { Switch } from '@/ui/Switch'
import { OverdueCard } from './OverdueCard'
import { ReassessCard } from './ReassessCard'
import { reviewPageSize } from './reviewPageSize'
import { SuspectEntry } from './SuspectEntry'
import { useReviewKeys } from './useReviewKeys'
import './compliance.css'

/** The work list: references whose text changed, changed requirements, and reviews that are overdue. */
export function ReviewPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const mine = params.get('all') !== 'yes'
  const place = { manualPath: params.get('manual') ?? undefined, module: params.get('module') ?? undefined }
  const only = place.module ?? place.manualPath
  const change = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true })
  }
  const mayEdit = can.editCompliance(useMe())
  const frame = useRef<HTMLDivElement>(null)
  const hasKeys = useSingleKeys()
  useReviewKeys({ frame, enabled: mayEdit })
  return (
    <div ref={frame}>
      <PageHead title={t('compliance.reviews.title')} purpose={t('compliance.reviews.purpose')} />
      <div className="cpl-filters">
        <Switch
          label={t('compliance.filter.mine')}
          checked={mine}
          onChange={({ target }) => change('all', target.checked ? undefined : 'yes')}
        />
        {only && (
          <Button
            size="sm"
            icon="close"
            onClick={() => change(place.module ? 'module' : 'manual', undefined)}
          >
            {t('compliance.reviews.only', { place: only.slice(1) })}
          </Button>
        )}
        {hasKeys && mayEdit && <span className="af-hint mt-0">{t('compliance.reviews.keys')}</span>}
      </div>
      <div className="cpl-stack">
        {/* Another list begins with its first page. */}
        <SuspectsCard key={`suspects ${mine} ${only}`} mine={mine} place={place} mayEdit={mayEdit} />
        {!only && <ReassessCard key={`reassess ${mine}`} mine={mine} mayEdit={mayEdit} />}
        {!only && <OverdueCard key={`overdue ${mine}`} mine={mine} mayEdit={mayEdit} />}
      </div>
    </div>
  )
}

interface SuspectsCardProps {
  mine: boolean
  /** Only references to this manual or module. */
  place: { manualPath?: string; module?: string }
  mayEdit: boolean
}

function SuspectsCard({ mine, place, mayEdit }: SuspectsCardProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const query = useQuery(policyReviewsQuery({ mine, ...place, pageNumber: page, pageSize: reviewPageSize }))
  return (
    <Card title={t('compliance.reviews.suspects')}>
      <QueryFrame query={query} failedTitle={t('compliance.reviews.failed')} keepsData>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mb-0">{t('compliance.reviews.noSuspects')}</p>
          ) : (
            <ul className="cpl-references" aria-label={t('compliance.reviews.suspects')}>
              {items.map((review) => (
                <SuspectEntry key={review.reference.id} review={review} mayEdit={mayEdit} />
              ))}
            </ul>
          )
        }
      </QueryFrame>
      <Pages
        list={{ page, pageSize: reviewPageSize, setPage }}
        query={query}
        label={t('compliance.reviews.suspectPages')}
      />
    </Card>
  )
}
