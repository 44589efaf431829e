import { useTranslation } from 'react-i18next'
import type { AirlineChange } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { shownIssue } from '@/lib/library/issue'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import type { Column } from '@/ui/Table'
import { type ChipLook, plainLook } from '../chipLook'

const looks: Record<string, ChipLook> = {
  new: { tone: 'success', icon: 'add' },
  changed: { tone: 'warning', icon: 'edit' },
  removed: { tone: 'danger', icon: 'trash' },
}

/** The comparison where there are two versions, else the one that there is. */
function hrefOf({ path, oldVersion, newVersion }: AirlineChange): string | undefined {
  return oldVersion && newVersion
    ? objectHref(path, { part: 'compare', v: oldVersion, with: newVersion })
    : objectHref(path, { v: newVersion ?? oldVersion })
}

/** The columns of the airline revision list. */
export function useAirlineColumns(): Column<AirlineChange>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'module',
      header: t('revisions.module'),
      cell: (change) => (
        <>
          <a href={hrefOf(change)}>{change.title || keyOf(change.path)}</a>
          <span className="d-block af-hint mt-0">
            <Code>{keyOf(change.path)}</Code>
          </span>
        </>
      ),
    },
    {
      key: 'change',
      header: t('revisions.airline.change'),
      cell: ({ state, issue }) => (
        <>
          <Chip {...(looks[state] ?? plainLook)}>{t(`revisions.airline.state.${state}`)}</Chip>
          {issue && <span className="d-block af-hint mt-0">{shownIssue(issue)}</span>}
        </>
      ),
    },
    {
      key: 'reason',
      header: t('revisions.reason'),
      cell: ({ reason, changeRequests }) => (
        <>
          <span className="rv-reason">{reason || '–'}</span>
          {changeRequests.map(({ id, number }) => (
            <a key={id} className="d-block" href={href(paths.changeRequest(id))}>
              {t('changeRequests.numbered', { number })}
            </a>
          ))}
        </>
      ),
    },
    {
      key: 'highlights',
      header: t('revisions.airline.highlights'),
      hideBelow: 'md',
      cell: ({ highlights }) => <span className="rv-reason">{highlights.join('\n') || '–'}</span>,
    },
    {
      key: 'changedOn',
      header: t('revisions.airline.changedBy'),
      hideBelow: 'lg',
      cell: ({ changedBy, changedOn }) => (
        <>
          {changedBy ?? '–'}
          {changedOn && (
            <time className="d-block af-hint mt-0" dateTime={changedOn}>
              {formatDateTime(changedOn)}
            </time>
          )}
        </>
      ),
    },
  ]
}
