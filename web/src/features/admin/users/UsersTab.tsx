import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { User } from '@/api/types'
import { useExistingPage, useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { Table } from '@/ui/Table'
import { CreateUserDialog } from './CreateUserDialog'
import { EditUserDialog } from './EditUserDialog'
import { roles, statuses, userList, userSortKeys } from './queries'
import {
  ActivateUserDialog,
  DeactivateUserDialog,
  RejectUserDialog,
  ResetPasswordDialog,
} from './UserActionDialogs'
import { UserFilters } from './UserFilters'
import { type UserAction, UserRowActions } from './UserRowActions'
import { useUserColumns } from './useUserColumns'

const listDefaults = { sortKeys: userSortKeys, sort: { key: 'account', order: 'asc' } } as const

const dialogs = {
  edit: EditUserDialog,
  activate: ActivateUserDialog,
  reject: RejectUserDialog,
  deactivate: DeactivateUserDialog,
  reset: ResetPasswordDialog,
}

export function UsersTab() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const [acting, setActing] = useState<{ action: UserAction; user: User }>()
  const users = useQuery(
    userList({
      filter: list.filter('filter'),
      role: roles.find((role) => role === list.filter('role')),
      status: statuses.find((status) => status === list.filter('status')),
      pageNumber: list.page,
      pageSize: list.pageSize,
      sort: list.sort.key,
      order: list.sort.order,
    }),
  )
  useExistingPage(list, users)
  const columns = useUserColumns()
  const ActingDialog = acting && dialogs[acting.action]

  return (
    <Card flush>
      <div className="ad-toolbar">
        <UserFilters list={list} />
        <Button
          variant="primary"
          icon="userAdd"
          className="ms-md-auto"
          onClick={() => list.setFilter('do', 'create')}
        >
          {t('admin.users.add')}
        </Button>
      </div>
      {users.error ? (
        <ErrorState
          title={t('admin.users.failed')}
          message={users.error.message}
          detail={requestIdOf(users.error)}
          onRetry={() => void users.refetch()}
        />
      ) : (
        <Table
          caption={t('admin.users.tab')}
          columns={columns}
          rows={users.data?.items}
          rowKey={(user) => user.id}
          sort={list.sort}
          onSort={list.setSort}
          stale={users.isPlaceholderData}
          actionsHeader={t('admin.users.actions')}
          rowActions={(user) => (
            <UserRowActions user={user} onAction={(action) => setActing({ action, user })} />
          )}
          empty={
            <EmptyState
              icon="search"
              title={t('admin.users.noMatchTitle')}
              text={t('admin.users.noMatchText')}
              action={
                <Button onClick={() => list.clearFilters(['filter', 'role', 'status'])}>
                  {t('admin.clearFilters')}
                </Button>
              }
            />
          }
        />
      )}
      {users.data && users.data.total > 0 && (
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={users.data.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
      {list.filter('do') === 'create' && <CreateUserDialog onClose={() => list.setFilter('do', '')} />}
      {ActingDialog && <ActingDialog user={acting.user} onClose={() => setActing(undefined)} />}
    </Card>
  )
}
