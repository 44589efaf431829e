import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unreferencedQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { useListState } from '@/lib/useListState'
import { EmptyState } from '@/ui/EmptyState'
import { useReading } from '../useReading'
import { ModuleTable } from './ModuleTable'

const listDefaults = { sortKeys: [], sort: { key: 'code', order: 'asc' } } as const
const filterNames = ['filter'] as const

/** Modules that neither the contents nor another module names. */
export function UnreferencedTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const me = useMe()
  const reading = useReading()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const rows = { manualPath: manual.path, ...reading, keywordFilter: list.filter('filter') || undefined }
  const modules = useQuery(unreferencedQuery({ ...rows, pageNumber: list.page, pageSize: list.pageSize }))
  return (
    <ModuleTable
      manual={manual}
      caption={t('library.tab.unreferenced')}
      list={list}
      modules={modules}
      filterNames={filterNames}
      exported={{ ...rows, shelf: 'unreferenced' }}
      empty={
        <EmptyState
          icon="success"
          title={t('library.noUnreferenced')}
          text={t('library.noUnreferencedText')}
        />
      }
    />
  )
}
