import { useTranslation } from 'react-i18next'
import { fileStatuses } from '@/lib/library/StatusChip'
import type { ListState } from '@/lib/useListState'
import { Select } from '@/ui/Select'

/** Chooses the status of the files in a list. */
export function StatusFilter({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('library.column.status')}
      labelHidden
      value={list.filter('status')}
      onChange={({ target }) => list.setFilter('status', target.value)}
      options={[
        { value: '', label: t('library.anyStatus') },
        ...fileStatuses.map((value) => ({ value, label: t(`library.status.${value}`) })),
      ]}
    />
  )
}
