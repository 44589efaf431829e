import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { acknowledgePublication } from '@/api/publicationReaders'
import { publicationQuery } from '@/api/publications'
import { useMe } from '@/api/queries'
import type { OpenPublication, Publication, ReaderMarks } from '@/api/types'
import { can } from '@/lib/can'
import { formatDate, formatDateTime } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { href, paths } from '@/lib/paths'
import { AcknowledgeButton } from '@/lib/publications/AcknowledgeButton'
import { isGone, QueryFrame } from '@/lib/QueryFrame'
import { languageName } from '@/lib/regions'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { DescriptionList } from '@/ui/DescriptionList'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { ApprovalCard } from './ApprovalCard'
import { ApproveDialog } from './ApproveDialog'
import { ArtifactsTable } from './ArtifactsTable'
import { ChangesCard } from './ChangesCard'
import { FindingsCard } from './FindingsCard'
import { PublicationLink } from './PublicationLink'
import { hasEnded, PublicationStateChip } from './PublicationStateChip'
import { allContent } from './publishForm'
import { ReadersCard } from './ReadersCard'
import { WithdrawDialog } from './WithdrawDialog'

/** A publication with its artifacts and its approval. */
export function PublicationPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useQuery(publicationQuery(id))
  return (
    <QueryFrame query={query} failedTitle={t('publications.failed')} keepsData={!isGone(query.error)}>
      {(open) => <PublicationParts key={open.publication.id} open={open} />}
    </QueryFrame>
  )
}

function PublicationParts({ open }: { open: OpenPublication }) {
  const { t } = useTranslation()
  const { publication } = open
  const [asked, setAsked] = useState<'approve' | 'withdraw'>()
  const close = () => setAsked(undefined)
  const me = useMe()
  const closed = approvalClosed(open, me.user.account)
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
            {publication.state === 'readyForApprove' &&
              (open.mayApprove || can.publishFormal(me, publication.manualPath)) && (
                <Button
                  variant="primary"
                  icon="success"
                  disabledReason={closed && t(`publications.approve.${closed}`)}
                  onClick={() => setAsked('approve')}
                >
                  {t('publications.approve.action')}
                </Button>
              )}
          </>
        }
      />
      <div className="d-flex flex-column gap-3">
        <StateNotice open={open} />
        {open.marks && <ReaderNotice publication={publication} marks={open.marks} />}
        <Card title={t('publications.facts')}>
          <DescriptionList columns={2} items={useFacts(open)} />
        </Card>
        <ApprovalCard open={open} />
        <ChangesCard open={open} />
        <FindingsCard open={open} />
        <Card title={t('publications.artifacts')} flush>
          <ArtifactsTable
            publication={publication.id}
            caption={t('publications.artifacts')}
            artifacts={open.artifacts.filter(({ isLetter }) => !isLetter)}
          />
        </Card>
        {open.mayReport && <ReadersCard open={open} />}
      </div>
      {asked === 'approve' && (
        <ApproveDialog publication={publication} findings={open.findings.count} onClose={close} />
      )}
      {asked === 'withdraw' && <WithdrawDialog publication={publication} onClose={close} />}
    </>
  )
}

/** Why an approver cannot approve it. */
function approvalClosed({ publication, mayApprove, unreleasedCount }: OpenPublication, account: string) {
  if (!mayApprove) return publication.created.by === account ? 'own' : 'mayNot'
  return unreleasedCount > 0 ? 'unreleased' : undefined
}

/** Warnings that people must know before they use or approve it. */
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

/** Asks the reader to acknowledge a valid publication. */
function ReaderNotice({ publication, marks }: { publication: Publication; marks: ReaderMarks }) {
  const { t } = useTranslation()
  const { csdbName, manualName } = publication
  return (
    <Notice
      tone={marks.isOpen ? 'warning' : 'info'}
      title={t(`publications.readers.${marks.isOpen ? 'asked' : 'valid'}`)}
    >
      <div className="d-flex flex-wrap align-items-center gap-2 mt-2">
        <LinkButton
          size="sm"
          icon="book"
          href={href(paths.manual(csdbName, manualName, { lane: 'released' }))}
        >
          {t('publications.readers.readManual')}
        </LinkButton>
        <AcknowledgeButton publication={publication} marks={marks} onAcknowledge={acknowledgePublication} />
      </div>
    </Notice>
  )
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

function useFacts({ publication: one, since, changeRequestNumber, languages }: OpenPublication) {
  const { t } = useTranslation()
  const act = ({ by, on }: { by: string; on: string }) => `${formatDateTime(on)} · ${by}`
  const fact = (name: string, value: ReactNode) => ({ term: t(`publications.${name}`), value })
  return [
    fact('created', act(one.created)),
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
    fact(
      'languages',
      languages.map((tag) => languageName(tag, currentLanguage())).join(', ') ||
        t('publications.allLanguages'),
    ),
    fact(
      'changeRequest',
      one.changeRequestId && changeRequestNumber !== undefined ? (
        <a href={href(paths.changeRequest(one.changeRequestId))}>#{changeRequestNumber}</a>
      ) : undefined,
    ),
  ].filter(({ value }) => value !== undefined)
}
