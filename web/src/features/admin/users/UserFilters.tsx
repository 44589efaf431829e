import { useTranslation } from 'react-i18next'
import type { ListState } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'
import { roles, statuses } from './queries'

export function UserFilters({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  const search = useTypedFilter(list.filter('filter'), (text) => list.setFilter('filter', text))
  return (
    <>
      <SearchField
        label={t('admin.users.search')}
        placeholder={t('admin.users.searchHint')}
        value={search.text}
        onChange={search.type}
        onSearch={search.applyNow}
      />
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
