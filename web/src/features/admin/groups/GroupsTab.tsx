import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { Group } from '@/api/types'
import { formatDate, formatNumber } from '@/lib/format'
import { ListSearch } from '@/lib/ListSearch'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { showProblem } from '@/lib/showProblem'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { RowActions } from '@/ui/RowActions'
import type { Column } from '@/ui/Table'
import { DeleteGroupDialog } from './DeleteGroupDialog'
import { GroupDialog } from './GroupDialog'
import { GroupEditor } from './GroupEditor'
import { ImportGroupsDialog } from './ImportGroupsDialog'
import { groupList, useExportGroups } from './queries'

const listDefaults = { sortKeys: ['name'], sort: { key: 'name', order: 'asc' } } as const

export function GroupsTab() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const [acting, setActing] = useState<{ action: 'edit' | 'delete'; group: Group }>()
  const keyword = list.filter('filter')
  const groups = useQuery(groupList({ keyword, ...list.pageRequest }))
  const close = () => setActing(undefined)
  const exporting = useExportGroups(t('groups.fileName'))
  const importButton = (
    <Button icon="import" onClick={() => list.setOpen('do', 'import')}>
      {t('groups.import')}
    </Button>
  )
  const add = (
    <Button variant="primary" icon="add" onClick={() => list.setOpen('do', 'create')}>
      {t('groups.add')}
    </Button>
  )
  const isEmpty = groups.data?.total === 0 && keyword === ''
  return (
    <Card flush>
      {!isEmpty && (
        <div className="ad-toolbar">
          <ListSearch list={list} label={t('groups.search')} />
          <Button
            icon="download"
            className="ms-md-auto"
            busy={exporting.isPending}
            busyText={t('groups.exporting')}
            onClick={() => exporting.mutate(undefined, { onError: showProblem })}
          >
            {t('groups.export')}
          </Button>
          {importButton}
          {add}
        </div>
      )}
      <PagedTable
        list={{
          page: list.page,
          pageSize: list.pageSize,
          setPage: list.setPage,
          setPageSize: list.setPageSize,
        }}
        query={groups}
        failedTitle={t('groups.failed')}
        caption={t('groups.tab')}
        columns={useGroupColumns()}
        rowKey={(group) => group.id}
        actionsHeader={t('groups.actions')}
        rowActions={(group) => (
          <RowActions
            label={t('groups.moreFor', { name: group.name })}
            actions={[
              {
                icon: 'edit',
                label: t('groups.editOne', { name: group.name }),
                onSelect: () => setActing({ action: 'edit', group }),
              },
              {
                icon: 'trash',
                label: t('groups.deleteOne', { name: group.name }),
                onSelect: () => setActing({ action: 'delete', group }),
              },
            ]}
          />
        )}
        empty={
          isEmpty ? (
            <EmptyState
              icon="people"
              title={t('groups.emptyTitle')}
              text={t('groups.emptyText')}
              action={
                <>
                  {importButton} {add}
                </>
              }
            />
          ) : (
            <NoMatch text={keyword} onClear={() => list.setFilter('filter', '')} />
          )
        }
      />
      {list.filter('do') === 'create' && <GroupEditor onClose={() => list.setOpen('do', '')} />}
      {list.filter('do') === 'import' && <ImportGroupsDialog onClose={() => list.setOpen('do', '')} />}
      {acting?.action === 'edit' && <GroupDialog {...acting.group} onClose={close} />}
      {acting?.action === 'delete' && <DeleteGroupDialog group={acting.group} onClose={close} />}
    </Card>
  )
}

function useGroupColumns(): Column<Group>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('groups.name'),
      cell: ({ name, description }) => (
        <>
          <span className="fw-semibold">{name}</span>
          {description !== '' && <span className="af-hint d-block mt-0">{description}</span>}
        </>
      ),
    },
    {
      key: 'members',
      header: t('groups.members'),
      align: 'end',
      cell: ({ memberCount }) => formatNumber(memberCount),
    },
    {
      key: 'grants',
      header: t('groups.grants'),
      align: 'end',
      hideBelow: 'md',
      cell: ({ grantCount }) => formatNumber(grantCount),
    },
    {
      key: 'updatedOn',
      header: t('groups.updatedOn'),
      hideBelow: 'lg',
      cell: ({ updatedOn }) => formatDate(updatedOn),
    },
  ]
}
