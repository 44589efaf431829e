import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { changeRequestQuery } from '@/api/changeRequests'
import type { OpenChangeRequest } from '@/api/types'
import { RequestStatusChip } from '@/lib/changeRequests/RequestStatusChip'
import { formatDateTime } from '@/lib/format'
import { usePageName } from '@/lib/pageName'
import { isGone, QueryFrame } from '@/lib/QueryFrame'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { AttachmentsCard } from './AttachmentsCard'
import { ChangesTab, type RedlineViews } from './ChangesTab'
import { ChecksTab } from './ChecksTab'
import { DiscussionTab } from './DiscussionTab'
import { EffectTab } from './EffectTab'
import { HistoryTab } from './HistoryTab'
import { ModulesTab } from './ModulesTab'
import { RequestActions } from './RequestActions'
import { RequestFacts } from './RequestFacts'
import { ReviewCard } from './ReviewCard'
import './changes.css'

interface ChangeRequestPageProps {
  views: RedlineViews
}

/** A change request with its modules, their redline, checks, discussion and history. */
export function ChangeRequestPage({ views }: ChangeRequestPageProps) {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useQuery(changeRequestQuery(id))
  return (
    <QueryFrame query={query} failedTitle={t('changeRequests.failed')} keepsData={!isGone(query.error)}>
      {(open) => <Request key={open.request.id} open={open} views={views} />}
    </QueryFrame>
  )
}

const tabIds = ['discussion', 'modules', 'changes', 'checks', 'effect', 'history'] as const

function Request({ open, views }: ChangeRequestPageProps & { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const { request } = open
  const active = tabIds.find((each) => each === params.get('tab')) ?? 'discussion'
  const changed = open.modules.filter(({ newest, isDeleted }) => newest !== undefined || isDeleted)
  const heading = t('changeRequests.heading', { number: request.number, title: request.title })
  usePageName(heading)
  return (
    <>
      <PageHead
        title={heading}
        purpose={t('changeRequests.openedBy', {
          name: request.createByName || request.createBy,
          on: formatDateTime(request.createTime),
          manual: request.manualPath.slice(1),
        })}
        extra={<RequestStatusChip status={request.status} outcome={request.outcome} />}
        actions={<RequestActions open={open} />}
      />
      <div className="crq-columns">
        <div>
          <Tabs
            label={t('changeRequests.tabs')}
            active={active}
            onChange={(tab) => setParams({ tab }, { replace: true })}
            tabs={[
              {
                id: 'discussion',
                label: t('changeRequests.tab.discussion'),
                icon: 'comment',
                count: open.posts.filter(({ isDeleted }) => !isDeleted).length,
                content: <DiscussionTab open={open} />,
              },
              {
                id: 'modules',
                label: t('changeRequests.tab.modules'),
                icon: 'file',
                count: open.modules.length,
                content: <ModulesTab open={open} />,
              },
              {
                id: 'changes',
                label: t('changeRequests.tab.changes'),
                icon: 'compare',
                count: changed.length,
                content: <ChangesTab open={open} views={views} />,
              },
              {
                id: 'checks',
                label: t('changeRequests.tab.checks'),
                icon: 'check',
                content: <ChecksTab open={open} />,
              },
              {
                id: 'effect',
                label: t('changeRequests.tab.effect'),
                icon: 'aircraft',
                content: <EffectTab open={open} />,
              },
              {
                id: 'history',
                label: t('changeRequests.tab.history'),
                icon: 'clock',
                content: <HistoryTab open={open} />,
              },
            ]}
          />
        </div>
        <div className="crq-stack">
          <ReviewCard open={open} />
          <RequestFacts open={open} />
          <AttachmentsCard open={open} />
        </div>
      </div>
    </>
  )
}
