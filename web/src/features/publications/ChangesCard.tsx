import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualChangesQuery, revisionName } from '@/api/redline'
import type { ChangedModule, OpenPublication } from '@/api/types'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { LinkButton } from '@/ui/LinkButton'
import { Skeleton } from '@/ui/Skeleton'
import { PublicationLink } from './PublicationLink'

/** Changed modules that the page lists; the redline has all of them. */
const most = 10

const looks = {
  new: { tone: 'success', icon: 'add' },
  removed: { tone: 'danger', icon: 'trash' },
  changed: { tone: 'warning', icon: 'edit' },
} as const

const lookOf = (state: string) => (state === 'new' || state === 'removed' ? looks[state] : looks.changed)

/** The changes of the publication since the one before it. */
export function ChangesCard({ open: { publication, previous } }: { open: OpenPublication }) {
  const { t } = useTranslation()
  if (!previous) {
    return (
      <Card title={t('publications.changes.title')}>
        <p className="af-hint mt-0 mb-0">
          {t('publications.changes.first', { operator: publication.operator })}
        </p>
      </Card>
    )
  }
  const states = { left: revisionName(previous.snapshot), right: revisionName(publication.snapshot) }
  const { csdbName, manualName } = publication
  const redline = paths.manual(csdbName, manualName, {
    part: 'changes',
    v: states.left,
    with: states.right,
  })
  return (
    <Card
      title={t('publications.changes.title')}
      actions={
        previous.changedCount > 0 && (
          <LinkButton href={href(redline)} icon="compare">
            {t('publications.changes.redline')}
          </LinkButton>
        )
      }
    >
      <p>
        {t('publications.changes.count', { count: previous.changedCount })}{' '}
        <PublicationLink link={previous} />
      </p>
      {previous.changedCount > 0 && <ChangedList manualPath={publication.manualPath} states={states} />}
    </Card>
  )
}

interface ChangedListProps {
  manualPath: string
  states: { left: string; right: string }
}

function ChangedList({ manualPath, states }: ChangedListProps) {
  const { t } = useTranslation()
  // Both states never change.
  const changes = useInfiniteQuery({ ...manualChangesQuery(manualPath, states), staleTime: Infinity })
  const first = changes.data?.pages[0]
  return (
    <QueryFrame
      query={{ ...changes, data: first }}
      failedTitle={t('library.changes.failed')}
      loading={<Skeleton lines={4} />}
      keepsData
    >
      {({ page: { items, total } }) => (
        <>
          <ul className="list-unstyled mb-0">
            {items.slice(0, most).map((module) => (
              <ChangedLine key={module.path} module={module} states={states} />
            ))}
          </ul>
          {total > most && (
            <p className="af-hint mb-0">{t('publications.changes.more', { count: total - most })}</p>
          )}
        </>
      )}
    </QueryFrame>
  )
}

function ChangedLine({ module, states }: { module: ChangedModule; states: ChangedListProps['states'] }) {
  const { t } = useTranslation()
  const { path, state, title, oldVersion, newVersion } = module
  const isInBoth = oldVersion !== undefined && newVersion !== undefined
  const link = isInBoth
    ? objectHref(path, { part: 'compare', v: states.left, with: states.right })
    : objectHref(path, { v: newVersion ?? oldVersion })
  return (
    <li className="d-flex flex-wrap align-items-center gap-2 py-1">
      <Chip {...lookOf(state)}>{t(`library.changes.state.${state}`)}</Chip>
      <a href={link} className="text-break">
        {title || keyOf(path)}
      </a>
      {title && <Code>{keyOf(path)}</Code>}
    </li>
  )
}
