import { useTranslation } from 'react-i18next'
import { ListSearch } from '@/lib/ListSearch'
import type { ListState } from '@/lib/useListState'
import { Select } from '@/ui/Select'
import { roles, statuses } from './queries'

export function UserFilters({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  return (
    <>
      <ListSearch list={list} label={t('admin.users.search')} placeholder={t('admin.users.searchHint')} />
      <Select
        label={t('admin.users.role')}
        labelHidden
        options={[
          { value: '', label: t('admin.users.allRoles') },
          ...roles.map((role) => ({ value: role, label: t(`admin.role.${role}`) })),
        ]}
        value={list.filter('role')}
        onChange={(event) => list.setFilter('role', event.target.value)}
      />
      <Select
        label={t('admin.users.status')}
        labelHidden
        options={[
          { value: '', label: t('admin.users.allStatuses') },
          ...statuses.map((status) => ({ value: status, label: t(`admin.status.${status}`) })),
        ]}
        value={list.filter('status')}
        onChange={(event) => list.setFilter('status', event.target.value)}
      />
    </>
  )
}
