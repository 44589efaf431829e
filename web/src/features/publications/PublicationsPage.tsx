import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { manualsQuery } from '@/api/library'
import { publicationList } from '@/api/publications'
import { useMe } from '@/api/queries'
import type { Manual, Publication } from '@/api/types'
import { can } from '@/lib/can'
import { formatDateTime } from '@/lib/format'
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
import type { Column } from '@/ui/Table'
import { PublicationStateChip } from './PublicationStateChip'
import { PublishDialog } from './PublishDialog'

// The list has one order: the newest first.
const listDefaults = { sortKeys: ['number'], sort: { key: 'number', order: 'desc' } } as const

/** The publications of a manual. */
export function PublicationsPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const path = params.get('manual') ?? ''
  const manuals = useQuery(manualsQuery())
  const found = manuals.data?.find((each) => isSamePath(each.path, path))
  return (
    <QueryFrame query={manuals} failedTitle={t('publications.failed')}>
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
  const [publishing, setPublishing] = useState(params.get('do') === 'create')
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const query = useQuery(publicationList({ manualPath: manual.path, ...list.pageRequest }))
  const reason = can.publishDraft(me) ? undefined : t('publications.mayNotPublish')
  const publish = (
    <Button variant="primary" icon="package" disabledReason={reason} onClick={() => setPublishing(true)}>
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
            {publish}
          </>
        }
      />
      <Card flush>
        <PagedTable
          list={list}
          query={query}
          failedTitle={t('publications.failed')}
          caption={t('publications.of', { manual: displayName(manual) })}
          columns={useColumns()}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="package" title={t('publications.none')} text={t('publications.noneText')} />
          }
        />
      </Card>
      {publishing && <PublishDialog manual={manual} onClose={() => setPublishing(false)} />}
    </>
  )
}

function useColumns(): Column<Publication>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'number',
      header: t('publications.number'),
      cell: ({ id, number, revision }) => (
        <a href={href(paths.publication(id))}>{t('publications.name', { number, revision })}</a>
      ),
    },
    {
      key: 'state',
      header: t('publications.stateHeader'),
      cell: (publication) => <PublicationStateChip publication={publication} />,
    },
    {
      key: 'formats',
      header: t('publications.formats'),
      hideBelow: 'md',
      cell: ({ formats }) => formats.map((format) => t(`publications.format.${format}`)).join(', '),
    },
    {
      key: 'created',
      header: t('publications.created'),
      hideBelow: 'lg',
      cell: ({ created }) => (
        <>
          <span className="text-nowrap">{formatDateTime(created.on)}</span>
          <span className="d-block af-hint mt-0">{created.by}</span>
        </>
      ),
    },
    {
      key: 'approved',
      header: t('publications.approved'),
      hideBelow: 'lg',
      cell: ({ approved, approval }) =>
        approved && (
          <>
            <span className="text-nowrap">{formatDateTime(approved.on)}</span>
            <span className="d-block af-hint mt-0">{approval?.approvalReference ?? approved.by}</span>
          </>
        ),
    },
  ]
}
