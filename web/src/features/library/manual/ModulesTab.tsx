import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { modulesQuery, useContentTypes } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { useListState } from '@/lib/useListState'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import { fileStatuses } from '../StatusChip'
import { useReading } from '../useReading'
import { ModuleTable } from './ModuleTable'

const sortKeys = ['code', 'title', 'issueDate'] as const
const listDefaults = { sortKeys, sort: { key: 'code', order: 'asc' } } as const
const filterNames = ['filter', 'status', 'type'] as const

/** Every module of the manual, in contents or not. */
export function ModulesTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const me = useMe()
  const reading = useReading()
  const contentTypes = useContentTypes(currentLanguage())
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const modules = useQuery(
    modulesQuery({
      manualPath: manual.path,
      ...reading,
      pageNumber: list.page,
      pageSize: list.pageSize,
      keywordFilter: list.filter('filter') || undefined,
      statusFilter: list.filter('status') || undefined,
      contentType: list.filter('type') || undefined,
      sort: list.sort.key,
      order: list.sort.order,
    }),
  )
  return (
    <ModuleTable
      manual={manual}
      caption={t('library.tab.modules')}
      list={list}
      modules={modules}
      filterNames={filterNames}
      sortable={sortKeys}
      empty={<EmptyState icon="module" title={t('library.noModules')} />}
      filters={
        <>
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
          <Select
            label={t('library.column.contentType')}
            labelHidden
            value={list.filter('type')}
            onChange={({ target }) => list.setFilter('type', target.value)}
            options={[
              { value: '', label: t('library.anyType') },
              ...contentTypes.types.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          <Select
            label={t('library.order')}
            labelHidden
            value={list.sort.key}
            onChange={({ target }) => list.setSort({ key: target.value, order: 'asc' })}
            options={sortKeys.map((value) => ({ value, label: t(`library.orderBy.${value}`) }))}
          />
        </>
      }
    />
  )
}
