import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { acknowledgePublication, markPublicationRead, releasedQuery } from '@/api/publicationReaders'
import { downloadPublication } from '@/api/publications'
import { revisionName } from '@/api/redline'
import type { Manual, ReleasedLane } from '@/api/types'
import { formatDate, formatDateTime, listComma } from '@/lib/format'
import { databaseOf } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { AcknowledgeButton } from '@/lib/publications/AcknowledgeButton'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { useReading } from '../useReading'

/** Says which publication the released lane shows, who approved it, and what changed since the reader read last. */
export function ReleasedLine({ manual }: { manual: Manual }) {
  const { lane, revision, asOf } = useReading()
  const isReleased = lane === 'released' && revision === undefined && asOf === undefined
  const query = useQuery({ ...releasedQuery(manual.path), enabled: isReleased })
  const id = query.data?.publication?.id
  const isNew = id !== undefined && query.data?.marks.readOn === undefined
  useEffect(() => {
    // A reader need not know when it fails; the next visit notes it.
    if (isReleased && isNew) void markPublicationRead(id, manual.path).catch(() => undefined)
  }, [isReleased, isNew, id, manual.path])
  if (!isReleased) return null
  if (query.error && !query.data) return <Unknown onRetry={() => void query.refetch()} />
  if (!query.data?.publication) return null
  return <Released manual={manual} released={query.data} publication={query.data.publication} />
}

/** Readers must not take a text for permanent because nobody could tell them that it is not. */
function Unknown({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="rd-line flex-wrap">
      <Icon name="warning" size="sm" />
      <span>{t('publications.readers.unknownRelease')}</span>
      <Button size="sm" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}

/** The profile with all content. */
const allContent = 'All'

/** Whether the last day of a temporary revision is over, in UTC: it ends within a minute. */
const isOver = (day: string) => day < new Date().toISOString().slice(0, 10)

interface ReleasedProps {
  manual: Manual
  released: ReleasedLane
  publication: NonNullable<ReleasedLane['publication']>
}

function Released({ manual, released: { letters, marks, lastRead }, publication }: ReleasedProps) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (name: string) => downloadPublication(publication.id, name),
    onError: showProblem,
  })
  const { approval, approved, number, revision, publishedFor, profiles } = publication
  // With a set of all content nobody lacks anything.
  const filtered = profiles.includes(allContent) ? [] : publishedFor.map(({ name }) => name)
  const changes =
    lastRead &&
    paths.manual(databaseOf(manual), manual.name, {
      part: 'changes',
      v: revisionName(lastRead.publication.snapshot),
      with: revisionName(publication.snapshot),
    })
  return (
    <div className="rd-line flex-wrap">
      <Icon name="success" size="sm" />
      <a href={href(paths.publication(publication.id))}>{t('publications.name', { number, revision })}</a>
      <span>
        {approval
          ? t('publications.readers.approvedBy', {
              date: formatDate(approval.revisionDate),
              person: approval.approvedBy,
              authority: approval.approbationAuthority,
              reference: approval.approvalReference,
            })
          : approved &&
            t('publications.readers.releasedBy', { date: formatDateTime(approved.on), person: approved.by })}
      </span>
      {publication.validUntil && (
        <span>
          {isOver(publication.validUntil)
            ? t('publications.endedNotice', { date: formatDate(publication.validUntil) })
            : t('publications.readers.temporary', { date: formatDate(publication.validUntil) })}
        </span>
      )}
      {filtered.length > 0 && (
        <span>{t('publications.readers.filtered', { names: filtered.join(listComma()) })}</span>
      )}
      {letters.map(({ fileName }) => (
        <Button
          key={fileName}
          variant="link"
          size="sm"
          icon="download"
          busy={save.isPending && save.variables === fileName}
          onClick={() => save.mutate(fileName)}
        >
          {t('publications.readers.letter', { fileName })}
        </Button>
      ))}
      {lastRead && changes && (
        <a href={href(changes)}>
          {t('publications.readers.changed', {
            count: lastRead.changedCount,
            revision: lastRead.publication.revision,
          })}
        </a>
      )}
      <AcknowledgeButton publication={publication} marks={marks} onAcknowledge={acknowledgePublication} />
    </div>
  )
}
