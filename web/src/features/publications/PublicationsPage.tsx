import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { jobPollMs } from '@/api/jobs'
import { manualsQuery } from '@/api/library'
import { newsMs, publicationList, publishingQuery } from '@/api/publications'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { can } from '@/lib/can'
import { databaseOf, displayName, isSamePath } from '@/lib/library/folders'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
import { DistributionDialog } from './DistributionDialog'
import { PublicationGroupList, publicationGroups } from './PublicationGroupList'
import { PublishDialog } from './PublishDialog'
import { PublishingLine } from './PublishingLine'
import { usePublicationColumns } from './usePublicationColumns'

// The list has one order: the newest first.
const listDefaults = { sortKeys: ['number'], sort: { key: 'number', order: 'desc' } } as const

const publicationStates = ['draft', 'readyForApprove', 'approved', 'superseded', 'withdrawn'] as const

/** The publications of a manual, or those of all manuals that concern the user. */
export function PublicationsPage() {
  const [params] = useSearchParams()
  const group = publicationGroups.find((each) => each === params.get('group'))
  return params.get('manual') ? <OfManual /> : <PublicationGroupList group={group ?? 'published'} />
}

function OfManual() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const path = params.get('manual') ?? ''
  const manuals = useQuery(manualsQuery())
  const found = manuals.data?.find((each) => isSamePath(each.path, path))
  return (
    // The publish dialog stays when asking again fails.
    <QueryFrame query={manuals} failedTitle={t('publications.failed')} keepsData>
      {() =>
        found ? (
          <ManualPublications manual={found} />
        ) : (
          <EmptyState
            icon="missing"
            title={t('publications.noManual')}
            action={<LinkButton href={href(paths.library())}>{t('publications.toLibrary')}</LinkButton>}
          />
        )
      }
    </QueryFrame>
  )
}

function ManualPublications({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const me = useMe()
  const [params] = useSearchParams()
  const [open, setOpen] = useState<'publish' | 'distribution' | undefined>(
    params.get('do') === 'create' && can.publishDraft(me, manual.path) ? 'publish' : undefined,
  )
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  // Drafts are for people who work on the manual.
  const offered = publicationStates.filter(
    (each) => can.publishDraft(me, manual.path) || !['draft', 'readyForApprove'].includes(each),
  )
  const state = offered.find((each) => each === list.filter('state'))
  const publishing = useQuery(publishingQuery(manual.path)).data ?? []
  const query = useQuery({
    ...publicationList({ manualPath: manual.path, state, ...list.pageRequest }),
    refetchInterval: publishing.length > 0 ? jobPollMs : newsMs,
  })
  const close = () => setOpen(undefined)
  const reason = can.publishDraft(me, manual.path) ? undefined : t('publications.mayNotPublish')
  const publish = (
    <Button variant="primary" icon="package" disabledReason={reason} onClick={() => setOpen('publish')}>
      {t('publications.publish.action')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('publications.of', { manual: displayName(manual) })}
        purpose={t('publications.purpose')}
        actions={
          <>
            <LinkButton href={href(paths.manual(databaseOf(manual), manual.name))} icon="book">
              {t('publications.toManual')}
            </LinkButton>
            {can.publishFormal(me, manual.path) && (
              <Button icon="people" onClick={() => setOpen('distribution')}>
                {t('publications.readers.distribution')}
              </Button>
            )}
            {publish}
          </>
        }
      />
      {publishing.map((job) => (
        <PublishingLine key={job.id} job={job} />
      ))}
      <Card
        title={t('publications.title')}
        actions={
          <Select
            label={t('publications.stateHeader')}
            labelHidden
            options={[
              { value: '', label: t('publications.allStates') },
              ...offered.map((value) => ({ value, label: t(`publications.state.${value}`) })),
            ]}
            value={state ?? ''}
            onChange={({ target }) => list.setFilter('state', target.value)}
          />
        }
        flush
      >
        <PagedTable
          list={list}
          query={query}
          failedTitle={t('publications.failed')}
          caption={t('publications.of', { manual: displayName(manual) })}
          columns={usePublicationColumns()}
          rowKey={({ id }) => id}
          empty={
            state ? (
              <EmptyState icon="package" title={t('publications.noneInState')} />
            ) : (
              <EmptyState
                icon="package"
                title={t('publications.none')}
                text={
                  can.publishDraft(me, manual.path)
                    ? t('publications.noneText')
                    : t('publications.noneForReaders')
                }
              />
            )
          }
        />
      </Card>
      {open === 'publish' && <PublishDialog manual={manual} onClose={close} />}
      {open === 'distribution' && <DistributionDialog manualPath={manual.path} onClose={close} />}
    </>
  )
}
