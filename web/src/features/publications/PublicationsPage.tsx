import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { manualsQuery } from '@/api/library'
import { publicationList } from '@/api/publications'
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
import { PublicationGroupList, publicationGroups } from './PublicationGroupList'
import { PublishDialog } from './PublishDialog'
import { usePublicationColumns } from './usePublicationColumns'

// The list has one order: the newest first.
const listDefaults = { sortKeys: ['number'], sort: { key: 'number', order: 'desc' } } as const

/** The publications of a manual, or those of all manuals that concern the user. */
export function PublicationsPage() {
  const [params] = useSearchParams()
  const group = publicationGroups.find((each) => each === params.get('group'))
  return group && !params.get('manual') ? <PublicationGroupList group={group} /> : <OfManual />
}

function OfManual() {
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
          columns={usePublicationColumns()}
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
