import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unreferencedQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { EmptyState } from '@/ui/EmptyState'
import { ModuleTable } from './ModuleTable'
import { useModuleList } from './useModuleList'

/** Modules that neither the contents nor another module names. */
export function UnreferencedTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const asked = useModuleList(manual)
  return (
    <ModuleTable
      manual={manual}
      caption={t('library.tab.unreferenced')}
      asked={asked}
      modules={useQuery(unreferencedQuery({ ...asked.rows, ...asked.page }))}
      shelf="unreferenced"
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
