import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiProblem } from '@/api/problem'
import { attachLetter, downloadPublication, maxLetterBytes, publicationQuery } from '@/api/publications'
import type { OpenPublication } from '@/api/types'
import { formatBytes, formatDate, formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { type Column, Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { ApproveDialog } from './ApproveDialog'
import { hasEnded, PublicationStateChip } from './PublicationStateChip'
import { allContent } from './publishForm'
import { ReadersCard } from './ReadersCard'
import { WithdrawDialog } from './WithdrawDialog'

/** The signature of the manifest. */
const signatureFile = 'manifest.sig'

/** Access was taken, or the manual was deleted: the last answer is not shown any more. */
const isGone = (error: Error | null) => error instanceof ApiProblem && [403, 404].includes(error.status)

/** How the book that was reviewed is called beside the approved one. */
const reviewedEnding = '-reviewed.pdf'

/** How the list of what filtering removed and broke is called. */
const filterFindingsEnding = '-filter-findings.json'

/** A publication with its artifacts and its approval. */
export function PublicationPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useQuery(publicationQuery(id))
  return (
    <QueryFrame query={query} failedTitle={t('publications.failed')} keepsData={!isGone(query.error)}>
      {(open) => <Publication open={open} />}
    </QueryFrame>
  )
}

function Publication({ open }: { open: OpenPublication }) {
  const { t } = useTranslation()
  const { publication } = open
  const [asked, setAsked] = useState<'approve' | 'withdraw'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <PageHead
        title={t('publications.name', { number: publication.number, revision: publication.revision })}
        purpose={t('publications.onePurpose', { manual: publication.manualPath.slice(1) })}
        extra={<PublicationStateChip publication={publication} />}
        actions={
          <>
            <LinkButton href={href(paths.publications(publication.manualPath))} icon="list">
              {t('publications.all')}
            </LinkButton>
            {open.mayWithdraw && (
              <Button icon="disabled" onClick={() => setAsked('withdraw')}>
                {t('publications.withdraw.action')}
              </Button>
            )}
            {open.mayApprove && (
              <Button variant="primary" icon="success" onClick={() => setAsked('approve')}>
                {t('publications.approve.action')}
              </Button>
            )}
          </>
        }
      />
      <div className="d-grid gap-3">
        <StateNotice open={open} />
        <Card title={t('publications.facts')}>
          <DescriptionList columns={2} items={useFacts(open)} />
        </Card>
        <Card title={t('publications.artifacts')} flush>
          <Table
            caption={t('publications.artifacts')}
            rows={open.artifacts}
            columns={useColumns(publication.id)}
            rowKey={({ fileName }) => fileName}
            empty={<EmptyState icon="file" title={t('publications.noFiles')} />}
          />
          {open.mayAttach && <LetterField publication={publication.id} />}
        </Card>
        {open.mayReport && <ReadersCard open={open} />}
      </div>
      {asked === 'approve' && <ApproveDialog publication={publication} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog publication={publication} onClose={close} />}
    </>
  )
}

/** What people must know before they use or approve it. */
function StateNotice({ open: { publication, supersededBy, unreleasedCount } }: { open: OpenPublication }) {
  const { t } = useTranslation()
  if (hasEnded(publication)) {
    return (
      <Notice
        tone="warning"
        title={t('publications.endedNotice', { date: formatDate(publication.validUntil ?? '') })}
      />
    )
  }
  if (publication.state === 'withdrawn') {
    return (
      <Notice tone="danger" title={t('publications.withdrawnNotice')}>
        {publication.withdrawalReason}
      </Notice>
    )
  }
  if (publication.state === 'superseded') {
    return (
      <Notice tone="warning" title={t('publications.supersededNotice')}>
        {supersededBy && <PublicationLink link={supersededBy} />}
      </Notice>
    )
  }
  if (unreleasedCount === 0) return null
  return <Notice tone="warning" title={t('publications.unreleasedNotice', { count: unreleasedCount })} />
}

function PublicationLink({
  link: { id, number, revision },
}: {
  link: NonNullable<OpenPublication['since']>
}) {
  const { t } = useTranslation()
  return <a href={href(paths.publication(id))}>{t('publications.name', { number, revision })}</a>
}

/** The profiles and aircraft that files were filtered for, with the fleet of that time. */
function PublishedFor({ publication }: { publication: OpenPublication['publication'] }) {
  const { t } = useTranslation()
  const text = ({ name, isAircraft, aircraft }: (typeof publication.publishedFor)[number]) => {
    if (isAircraft) return name
    if (aircraft.length === 0) return t('publications.publishedForProperties', { name })
    return t('publications.publishedForFleet', { name, aircraft: aircraft.join(', ') })
  }
  return (
    <ul className="list-unstyled mb-0">
      {publication.publishedFor.map((target) => (
        <li key={`${target.isAircraft} ${target.name}`} className="text-break">
          {text(target)}
        </li>
      ))}
    </ul>
  )
}

function useFacts({ publication: one, since, changeRequestNumber }: OpenPublication) {
  const { t } = useTranslation()
  const act = ({ by, on }: { by: string; on: string }) => `${formatDateTime(on)} · ${by}`
  const fact = (name: string, value: ReactNode) => ({ term: t(`publications.${name}`), value })
  const { approval } = one
  return [
    fact('created', act(one.created)),
    fact('approved', one.approved && act(one.approved)),
    fact('authority', approval?.approbationAuthority),
    fact('revisionDate', approval && formatDate(approval.revisionDate)),
    fact('approvedBy', approval?.approvedBy),
    fact('jobTitle', approval?.jobTitle),
    fact('reference', approval?.approvalReference),
    hasEnded(one)
      ? fact('ended', one.withdrawn && formatDateTime(one.withdrawn.on))
      : fact('withdrawn', one.withdrawn && act(one.withdrawn)),
    fact('withdrawalReason', one.withdrawalReason || undefined),
    fact(
      'validity',
      one.validFrom &&
        `${formatDate(one.validFrom)} – ${formatDate(one.validUntil ?? '')} (${t('publications.temporary')})`,
    ),
    fact('operator', one.operator),
    fact('formats', one.formats.map((format) => t(`publications.format.${format}`)).join(', ')),
    fact('reviseTypes', one.reviseTypes.map((kind) => t(`publications.reviseType.${kind}`)).join(', ')),
    fact('since', since && <PublicationLink link={since} />),
    fact(
      'profiles',
      one.profiles.map((name) => (name === allContent ? t('publications.allContent') : name)).join(', '),
    ),
    fact('aircraft', one.aircraft.join(', ') || undefined),
    fact('publishedFor', one.publishedFor.length > 0 ? <PublishedFor publication={one} /> : undefined),
    fact('languages', one.languages.join(', ') || t('publications.allLanguages')),
    fact(
      'changeRequest',
      one.changeRequestId && changeRequestNumber !== undefined ? (
        <a href={href(paths.changeRequest(one.changeRequestId))}>#{changeRequestNumber}</a>
      ) : undefined,
    ),
  ].filter(({ value }) => value !== undefined)
}

function useColumns(publication: string): Column<OpenPublication['artifacts'][number]>[] {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (name: string) => downloadPublication(publication, name),
    onError: showProblem,
  })
  return [
    {
      key: 'name',
      header: t('publications.file'),
      cell: ({ fileName, isLetter }) => (
        <>
          <Button variant="link" size="sm" icon="download" onClick={() => save.mutate(fileName)}>
            <span className="text-break">{fileName}</span>
          </Button>
          {isLetter && <span className="af-hint mt-0">{t('publications.letter')}</span>}
          {fileName.endsWith(reviewedEnding) && (
            <span className="af-hint mt-0">{t('publications.reviewedBook')}</span>
          )}
          {fileName.endsWith(filterFindingsEnding) && (
            <span className="af-hint mt-0">{t('publications.filterFindings')}</span>
          )}
          {fileName === signatureFile && (
            <a className="af-hint mt-0" href={href(paths.signingKey())}>
              {t('publications.key.check')}
            </a>
          )}
        </>
      ),
    },
    { key: 'size', header: t('publications.size'), align: 'end', cell: ({ size }) => formatBytes(size) },
    {
      key: 'sha256',
      header: 'SHA-256',
      hideBelow: 'md',
      cell: ({ sha256 }) => <code className="text-break">{sha256}</code>,
    },
  ]
}

function LetterField({ publication }: { publication: string }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: (file: File) => attachLetter(publication, file),
    onSuccess: () => showToast({ tone: 'success', text: t('publications.letterAttached') }),
    onError: showProblem,
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxLetterBytes) showToast({ tone: 'danger', text: t('publications.letterTooLarge') })
    else add.mutate(file)
  }
  return (
    <div className="m-3">
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label={t('publications.letter')}
        tabIndex={-1}
        onChange={({ target }) => {
          choose(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button size="sm" icon="add" busy={add.isPending} onClick={() => input.current?.click()}>
        {t('publications.attachLetter')}
      </Button>
    </div>
  )
}
