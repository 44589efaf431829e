import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blockersQuery } from '@/api/publications'
import type { PublicationBlockers } from '@/api/types'
import { mediaPage, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'

/** Points of one kind that are shown at first. */
const most = 10

interface Point {
  key: string
  link: string
  text: string
  note?: string
}

interface PointGroup {
  kind: string
  points: Point[]
  /** All of them, also those that the server does not list. */
  count: number
  /** How many the server does not list. */
  unlisted: number
  /** A page with all of them. */
  all?: string
}

/** The points to settle before a manual can be published, with links to each place. */
export function BlockersList({ manualPath }: { manualPath: string }) {
  const { t } = useTranslation()
  const { data: blockers, error } = useQuery(blockersQuery(manualPath))
  if (error && !blockers) {
    return (
      <Notice tone="danger" title={t('publications.blockers.failed')}>
        {error.message}
      </Notice>
    )
  }
  if (!blockers) return <p className="af-hint">{t('publications.blockers.loading')}</p>
  const groups = groupsOf(blockers, manualPath, t)
  if (groups.every(({ count }) => count === 0)) {
    return <p className="af-hint">{t('publications.blockers.none')}</p>
  }
  const { blocking } = blockers
  return (
    <Notice
      tone={blocking > 0 ? 'warning' : 'info'}
      title={t('publications.blockers.title', { count: blocking })}
    >
      {blocking > 0 && <p className="mb-2">{t('publications.blockers.draft')}</p>}
      {groups
        .filter(({ count }) => count > 0)
        .map((group) => (
          <BlockerGroup key={group.kind} {...group} />
        ))}
    </Notice>
  )
}

/** The points of one kind. Links open in another tab: what was typed in the dialog stays. */
function BlockerGroup({ kind, points, count, unlisted, all }: PointGroup) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? points : points.slice(0, most)
  const more = t('publications.blockers.more', { count: unlisted })
  return (
    <details>
      <summary>{t(`publications.blockers.${kind}`, { count })}</summary>
      <ul className="mb-1">
        {shown.map(({ key, link, text, note }) => (
          <li key={key}>
            <a href={link} target="_blank" rel="noreferrer" className="text-break">
              {text}
            </a>
            {note && <span className="af-hint mt-0 ms-1">{note}</span>}
          </li>
        ))}
      </ul>
      {shown.length < points.length && (
        <Button variant="link" size="sm" onClick={() => setWhole(true)}>
          {t('publications.blockers.all', { count: points.length })}
        </Button>
      )}
      {unlisted > 0 && shown.length === points.length && (
        <p className="af-hint">
          {all ? (
            <a href={all} target="_blank" rel="noreferrer">
              {more}
            </a>
          ) : (
            more
          )}
        </p>
      )}
    </details>
  )
}

function groupsOf(found: PublicationBlockers, manualPath: string, t: TFunction): PointGroup[] {
  const name = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const todo = ({ id, revisionId, path }: PublicationBlockers['todos'][number]): Point => ({
    key: id,
    link: href(paths.todo(revisionId, id)),
    text: name(path),
  })
  const broken = ({ path, target, line }: PublicationBlockers['brokenReferences'][number]): Point => ({
    key: `${path} ${line} ${target}`,
    link: objectHref(path) ?? '',
    text: `${name(path)} → ${target}`,
    note: t('publications.blockers.line', { line }),
  })
  const references = (list: PublicationBlockers['brokenReferences'], delivered: boolean) =>
    list.filter((one) => one.delivered === delivered).map(broken)
  // Lists are cut, counts are not.
  const counted = (kind: string, points: Point[], count: number, all?: string): PointGroup => ({
    kind,
    points,
    count,
    unlisted: count - points.length,
    all,
  })
  const [first] = [...found.conflicts, ...found.todos]
  const todos = first && href(paths.revision(first.revisionId, { tab: 'todos', state: 'open' }))
  const [, database = '', manual = ''] = manualPath.split('/')
  return [
    counted('conflicts', found.conflicts.map(todo), found.conflictCount, todos),
    counted('todos', found.todos.map(todo), found.todoCount - found.conflictCount, todos),
    counted(
      'unreleased',
      found.unreleased.map(({ path, status }) => ({
        key: path,
        link: objectHref(path) ?? href(mediaPage(path)),
        text: name(path),
        note: t(`library.status.${status}`),
      })),
      found.unreleasedCount,
      href(paths.manual(database, manual, { tab: 'modules' })),
    ),
    {
      kind: 'rechecks',
      // One link leads to all of them.
      points: [
        {
          key: 'rechecks',
          link: href(paths.complianceReview({ all: 'yes', manual: manualPath })),
          text: manualPath.slice(1),
        },
      ],
      count: found.recheckCount,
      unlisted: 0,
    },
    counted(
      'leftovers',
      found.leftovers.map(({ path, revision }) => ({
        key: path,
        link: objectHref(path) ?? '',
        text: name(path),
        note: t('publications.blockers.ofRevision', { revision }),
      })),
      found.leftoverCount,
    ),
    counted(
      'excessiveItems',
      found.excessiveItems.map(({ path, points }) => ({
        key: path,
        link: objectHref(path) ?? '',
        text: name(path),
        note: t('publications.blockers.points', { count: points }),
      })),
      found.excessiveItemCount,
    ),
    counted('pictures', references(found.missingPictures, false), found.pictureCount),
    counted('references', references(found.brokenReferences, false), found.referenceCount),
    counted(
      'delivered',
      [...references(found.missingPictures, true), ...references(found.brokenReferences, true)],
      found.deliveredPictureCount + found.deliveredReferenceCount,
    ),
  ]
}
