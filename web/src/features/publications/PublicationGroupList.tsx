import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { publicationGroup } from '@/api/publications'
import { useMe } from '@/api/queries'
import type { Publication, PublicationGroup } from '@/api/types'
import { can } from '@/lib/can'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
import type { Column } from '@/ui/Table'
import { usePublicationColumns } from './usePublicationColumns'

const listDefaults = { sortKeys: ['number'], sort: { key: 'number', order: 'desc' } } as const

export const publicationGroups: readonly PublicationGroup[] = [
  'drafts',
  'forApproval',
  'published',
  'toAcknowledge',
]

/** The publications of all manuals that concern the user in one way. */
export function PublicationGroupList({ group: asked }: { group: PublicationGroup }) {
  const { t } = useTranslation()
  const me = useMe()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  // Drafts are for people who work on the manual.
  const offered = publicationGroups.filter(
    (each) => each === 'published' || each === 'toAcknowledge' || can.publishDraft(me),
  )
  const group = offered.includes(asked) ? asked : 'published'
  const query = useQuery(publicationGroup({ group, ...list.pageRequest }))
  const manual: Column<Publication> = {
    key: 'manual',
    header: t('publications.manual'),
    cell: ({ csdbName, manualName }) => (
      <a href={href(paths.publications(`/${csdbName}/${manualName}`))}>{`${csdbName} · ${manualName}`}</a>
    ),
  }
  return (
    <>
      <PageHead title={t('publications.title')} purpose={t('publications.group.purpose')} />
      <Card
        title={t(`publications.group.${group}`)}
        actions={
          <Select
            label={t('publications.group.label')}
            labelHidden
            options={offered.map((value) => ({ value, label: t(`publications.group.${value}`) }))}
            value={group}
            onChange={(event) => list.setFilter('group', event.target.value)}
          />
        }
        flush
      >
        <PagedTable
          list={list}
          query={query}
          failedTitle={t('publications.failed')}
          caption={t(`publications.group.${group}`)}
          columns={[manual, ...usePublicationColumns()]}
          rowKey={({ id }) => id}
          empty={<EmptyState icon="package" title={t('publications.group.none')} />}
        />
      </Card>
    </>
  )
}
