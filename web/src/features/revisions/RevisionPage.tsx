import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { revisionQuery } from '@/api/revisions'
import type { RevisionDetail } from '@/api/types'
import { formatDate } from '@/lib/format'
import { usePageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'

import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { DecisionsTab } from './decisions/DecisionsTab'
import { RevisionActions } from './decisions/RevisionActions'
import { ForecastTab } from './forecast/ForecastTab'
import { RevisionClock } from './RevisionClock'
import { StateChip } from './StateChip'
import { TodosTab } from './todos/TodosTab'
import './revisions.css'

/** One OEM revision: the forecast before a decision, the to-dos after it, and what was decided. */
export function RevisionPage() {
  const { t } = useTranslation()
  const { revisionId = '' } = useParams()
  const [params] = useSearchParams()
  const revision = useQuery(revisionQuery(revisionId))
  const todo = params.get('todo')
  if (todo) return <Navigate replace to={paths.todo(revisionId, todo)} />
  return (
    <QueryFrame
      query={revision}
      failedTitle={t('revisions.failed')}
      // A page that is read stays when asking again fails.
      keepsData
      loading={<PageHead title={t('revisions.one')} purpose={t('revisions.loading')} />}
    >
      {(data) => <Revision key={data.id} revision={data} />}
    </QueryFrame>
  )
}

const tabs = ['forecast', 'todos', 'decisions'] as const

function Revision({ revision }: { revision: RevisionDetail }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const { csdbName, manualName, number, state, base, todos } = revision
  const title = t('revisions.name', { manual: manualName, number })
  usePageName(title)
  const usual = state === 'confirmed' ? 'todos' : 'forecast'
  const active = tabs.find((tab) => tab === params.get('tab')) ?? usual
  return (
    <>
      <PageHead
        title={title}
        purpose={purposeOf(revision, t)}
        extra={
          <>
            <StateChip state={state} />
            {state === 'waiting' && <RevisionClock dueOn={revision.dueOn} />}
          </>
        }
        actions={
          <>
            <LinkButton
              icon="compare"
              href={href(
                paths.manual(csdbName, manualName, {
                  part: 'changes',
                  v: base ? `revision:${base.id}` : 'working',
                  with: `revision:${revision.id}`,
                }),
              )}
            >
              {t('revisions.showChanges')}
            </LinkButton>
            <RevisionActions revision={revision} />
          </>
        }
      />
      {state === 'waiting' && !revision.isNewest && (
        <Notice tone="info" title={t('revisions.later.title')}>
          {t('revisions.later.text')}
        </Notice>
      )}
      <Tabs
        label={title}
        active={active}
        onChange={(tab) => setParams(tab === usual ? {} : { tab })}
        tabs={[
          {
            id: 'forecast',
            label: t('revisions.forecast.tab'),
            icon: 'list',
            content: <ForecastTab revision={revision} />,
          },
          {
            id: 'todos',
            label: t('revisions.todos.tab'),
            icon: 'task',
            count: todos.open,
            content: <TodosTab revision={revision} />,
          },
          {
            id: 'decisions',
            label: t('revisions.decisions.tab'),
            icon: 'clock',
            content: <DecisionsTab revision={revision} />,
          },
        ]}
      />
    </>
  )
}

/** Database, issue and the revision that it is compared with. */
function purposeOf(
  { csdbName, issueNumber, issueDate, base }: RevisionDetail,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  return [
    csdbName,
    issueNumber && t('library.revision.issue', { issue: issueNumber }),
    issueDate && formatDate(issueDate),
    base ? t('revisions.comparedWith', { number: base.number }) : t('revisions.first'),
  ]
    .filter(Boolean)
    .join(' · ')
}
