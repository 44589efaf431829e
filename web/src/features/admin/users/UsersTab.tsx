import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { User } from '@/api/types'
import { ClearFilters } from '@/lib/ClearFilters'
import { useChosenRows } from '@/lib/editing/useChosenRows'
import { PagedTable } from '@/lib/PagedTable'
import { showProblem } from '@/lib/showProblem'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { UserAccessDialog } from '../access/UserAccessDialog'
import { ChosenUsers } from './ChosenUsers'
import { CreateUserDialog } from './CreateUserDialog'
import { EditUserDialog } from './EditUserDialog'
import { FactorRolesDialog } from './FactorRolesDialog'
import { ImportUsersDialog } from './ImportUsersDialog'
import { roles, statuses, useExportUsers, userList, userSortKeys } from './queries'
import {
  ActivateUserDialog,
  DeactivateUserDialog,
  RejectUserDialog,
  ResetFactorDialog,
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
  resetFactor: ResetFactorDialog,
  access: UserAccessDialog,
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
      ...list.pageRequest,
      sort: list.sort.key,
      order: list.sort.order,
    }),
  )
  const { choice, chosen, clear } = useChosenRows(
    users.data?.items,
    ({ id }) => id,
    ({ account }) => account,
  )
  const columns = useUserColumns()
  const exporting = useExportUsers(t('admin.userFile.name'))
  const ActingDialog = acting && dialogs[acting.action]

  return (
    <Card flush>
      <div className="ad-toolbar">
        <UserFilters list={list} />
        <div className="ad-tools">
          <Button
            icon="download"
            busy={exporting.isPending}
            busyText={t('groups.exporting')}
            onClick={() => exporting.mutate(undefined, { onError: showProblem })}
          >
            {t('groups.export')}
          </Button>
          <Button icon="import" onClick={() => list.setOpen('do', 'import')}>
            {t('groups.import')}
          </Button>
          <Button icon="lock" onClick={() => list.setOpen('do', 'factor')}>
            {t('admin.factor.open')}
          </Button>
          <Button variant="primary" icon="userAdd" onClick={() => list.setOpen('do', 'create')}>
            {t('admin.users.add')}
          </Button>
        </div>
      </div>
      <ChosenUsers chosen={chosen} onClear={clear} />
      <PagedTable
        list={list}
        query={users}
        failedTitle={t('admin.users.failed')}
        caption={t('admin.users.tab')}
        columns={columns}
        rowKey={(user) => user.id}
        choice={choice}
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
              <ClearFilters onClear={() => list.clearFilters(['filter', 'role', 'status'])}>
                {t('admin.clearFilters')}
              </ClearFilters>
            }
          />
        }
      />
      {list.filter('do') === 'create' && <CreateUserDialog onClose={() => list.setOpen('do', '')} />}
      {list.filter('do') === 'import' && <ImportUsersDialog onClose={() => list.setOpen('do', '')} />}
      {list.filter('do') === 'factor' && <FactorRolesDialog onClose={() => list.setOpen('do', '')} />}
      {ActingDialog && <ActingDialog user={acting.user} onClose={() => setActing(undefined)} />}
    </Card>
  )
}
