import { useTranslation } from 'react-i18next'
import type { RevisionDecision } from '@/api/types'
import { actorName } from '@/lib/actor'
import { formatDate, formatDateTime, formatNumber, listComma } from '@/lib/format'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'
import { type ChipLook, plainLook } from '../chipLook'

const looks: Record<string, ChipLook> = {
  confirmed: { tone: 'success', icon: 'success' },
  rejected: { tone: 'danger', icon: 'disabled' },
  restored: { tone: 'warning', icon: 'restore' },
  markedDone: { tone: 'neutral', icon: 'task' },
  resolved: { tone: 'info', icon: 'edit' },
}

const countNames = [
  'forwarded',
  'merged',
  'conflicts',
  'todos',
  'removed',
  'restored',
  'kept',
  'done',
] as const

/** The module of a decision; not every file has a page. */
function ModuleLink({ path }: { path: string }) {
  const to = objectHref(path)
  if (!to) return <span className="d-block text-break">{keyOf(path)}</span>
  return (
    <a className="d-block text-break" href={to}>
      {keyOf(path)}
    </a>
  )
}

/** The columns of decisions: what, why, who and when; `withRevision` for those of several revisions. */
export function useDecisionColumns(withRevision: boolean): Column<RevisionDecision>[] {
  const { t } = useTranslation()
  const columns: Column<RevisionDecision>[] = [
    {
      key: 'kind',
      header: t('revisions.decisions.decision'),
      cell: ({ kind, path, reason }) => (
        <>
          <Chip {...(looks[kind] ?? plainLook)}>{t(`revisions.decisions.kind.${kind}`)}</Chip>
          {path && <ModuleLink path={path} />}
          {/* Where the column of its own has no room. */}
          {reason && <span className="d-block d-md-none af-hint mt-0 rv-reason">{reason}</span>}
        </>
      ),
    },
    {
      key: 'revision',
      header: t('library.column.oemRevision'),
      cell: ({ revisionId, revisionNumber, manualName, csdbName, issueNumber, issueDate }) => (
        <>
          <a href={href(paths.revision(revisionId, { tab: 'decisions' }))}>
            {t('revisions.name', { manual: manualName, number: revisionNumber })}
          </a>
          <span className="d-block af-hint mt-0">
            {[csdbName, issueNumber, issueDate && formatDate(issueDate)].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'reason',
      header: t('revisions.decisions.why'),
      hideBelow: 'md',
      cell: ({ reason }) => <span className="rv-reason">{reason || '–'}</span>,
    },
    {
      key: 'counts',
      header: t('revisions.decisions.effect'),
      hideBelow: 'lg',
      cell: ({ counts }) =>
        countNames
          .filter((name) => (counts[name] ?? 0) > 0)
          .map((name) =>
            t(`revisions.decisions.count.${name}`, {
              count: counts[name],
              figure: formatNumber(counts[name] ?? 0),
            }),
          )
          .join(listComma()) || '–',
    },
    {
      key: 'on',
      header: t('revisions.decisions.who'),
      cell: ({ by, on }) => (
        <>
          {actorName(t, by)}
          <time className="d-block af-hint mt-0" dateTime={on}>
            {formatDateTime(on)}
          </time>
        </>
      ),
    },
  ]
  return columns.filter(({ key }) => withRevision || key !== 'revision')
}
