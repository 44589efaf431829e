import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { acknowledgePublication, markPublicationRead, releasedQuery } from '@/api/publicationReaders'
import { downloadPublication } from '@/api/publications'
import { revisionName } from '@/api/redline'
import type { Manual, ReleasedLane } from '@/api/types'
import { formatDate, formatDateTime } from '@/lib/format'
import { databaseOf } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { showToast } from '@/ui/toasts'
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
    if (isReleased && isNew) void markPublicationRead(id).catch(() => undefined)
  }, [isReleased, isNew, id])
  if (!isReleased || !query.data?.publication) return null
  return <Released manual={manual} released={query.data} publication={query.data.publication} />
}

interface ReleasedProps {
  manual: Manual
  released: ReleasedLane
  publication: NonNullable<ReleasedLane['publication']>
}

function Released({ manual, released: { letters, marks, lastRead }, publication }: ReleasedProps) {
  const { t } = useTranslation()
  const acknowledge = useMutation({
    mutationFn: () => acknowledgePublication(publication.id),
    onSuccess: () => showToast({ tone: 'success', text: t('publications.readers.thanks') }),
    onError: showProblem,
  })
  const save = useMutation({
    mutationFn: (name: string) => downloadPublication(publication.id, name),
    onError: showProblem,
  })
  const { approval, approved, number, revision } = publication
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
        <span>{t('publications.readers.temporary', { date: formatDate(publication.validUntil) })}</span>
      )}
      {letters.map(({ fileName }) => (
        <Button key={fileName} variant="link" size="sm" icon="download" onClick={() => save.mutate(fileName)}>
          {fileName}
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
      {marks.acknowledgedOn ? (
        <span>{t('publications.readers.acknowledged', { date: formatDateTime(marks.acknowledgedOn) })}</span>
      ) : (
        <Button
          size="sm"
          variant={marks.isOpen ? 'primary' : 'secondary'}
          icon="success"
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate()}
        >
          {t('publications.readers.acknowledge')}
        </Button>
      )}
    </div>
  )
}
