import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { modulesQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { EmptyState } from '@/ui/EmptyState'
import { ModuleTable } from './ModuleTable'
import { useModuleList } from './useModuleList'

/** Every module of the manual, in contents or not. */
export function ModulesTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const asked = useModuleList(manual)
  return (
    <ModuleTable
      manual={manual}
      caption={t('library.tab.modules')}
      asked={asked}
      modules={useQuery(modulesQuery({ ...asked.rows, ...asked.page }))}
      shelf="all"
      empty={<EmptyState icon="module" title={t('library.noModules')} />}
    />
  )
}
