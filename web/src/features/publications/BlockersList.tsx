import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { blockersQuery } from '@/api/publications'
import type { PublicationBlockers } from '@/api/types'
import { objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Notice } from '@/ui/Notice'

/** Points of one kind that are shown at first. */
const most = 10

interface Point {
  key: string
  link: string
  text: string
}

/** What must be settled before a manual can be published, with links to each place. */
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
  const groups = groupsOf(blockers, manualPath)
  if (groups.every(({ count }) => count === 0)) {
    return <p className="af-hint">{t('publications.blockers.none')}</p>
  }
  const { blocking } = blockers
  return (
    <Notice
      tone={blocking > 0 ? 'warning' : 'info'}
      title={t('publications.blockers.title', { count: blocking })}
    >
      {groups
        .filter(({ count }) => count > 0)
        .map(({ kind, points, count }) => (
          <details key={kind}>
            <summary>{t(`publications.blockers.${kind}`, { count })}</summary>
            <ul>
              {points.slice(0, most).map(({ key, link, text }) => (
                <li key={key}>
                  <a href={link} className="text-break">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
            {count > Math.min(points.length, most) && (
              <p className="af-hint">
                {t('publications.blockers.more', { count: count - Math.min(points.length, most) })}
              </p>
            )}
          </details>
        ))}
    </Notice>
  )
}

function groupsOf(
  found: PublicationBlockers,
  manualPath: string,
): { kind: string; points: Point[]; count: number }[] {
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
  })
  const references = (list: PublicationBlockers['brokenReferences'], delivered: boolean) =>
    list.filter((one) => one.delivered === delivered).map(broken)
  // Lists are cut, counts are not.
  const counted = (kind: string, points: Point[], count: number) => ({ kind, points, count })
  return [
    counted('conflicts', found.conflicts.map(todo), found.conflictCount),
    counted('todos', found.todos.map(todo), found.todoCount - found.conflictCount),
    counted(
      'unreleased',
      found.unreleased.map(({ path, status }) => ({
        key: path,
        link: objectHref(path) ?? '',
        text: `${name(path)} (${status})`,
      })),
      found.unreleasedCount,
    ),
    counted(
      'rechecks',
      // One link leads to all of them.
      found.recheckCount > 0
        ? [
            {
              key: 'rechecks',
              link: href(paths.complianceReview({ all: 'yes', manual: manualPath })),
              text: manualPath.slice(1),
            },
          ]
        : [],
      found.recheckCount,
    ),
    counted(
      'leftovers',
      found.leftovers.map(({ path, revision }) => ({
        key: path,
        link: objectHref(path) ?? '',
        text: `${name(path)} (${revision})`,
      })),
      found.leftoverCount,
    ),
    counted(
      'excessiveItems',
      found.excessiveItems.map(({ path, points }) => ({
        key: path,
        link: objectHref(path) ?? '',
        text: `${name(path)} (${points})`,
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
