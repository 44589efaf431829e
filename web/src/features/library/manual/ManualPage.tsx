import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { manualsQuery } from '@/api/library'
import { hasCode } from '@/api/problem'
import { isSamePath } from '@/lib/library/folders'
import { QueryFrame } from '@/lib/QueryFrame'
import { ManualChanges } from '../changes/ManualChanges'
import { FolderMissing, FolderSkeleton } from '../FolderStates'
import { CompareView } from '../module/compare/CompareView'
import { ModuleView } from '../module/ModuleView'
import { ManualView } from './ManualView'
import '../library.css'

export function ManualPage() {
  const { t } = useTranslation()
  const { folderPath = '', manualPath = '' } = useParams()
  const [params] = useSearchParams()
  const manuals = useQuery(manualsQuery(folderPath))
  const path = `/${folderPath}/${manualPath}`
  const key = params.get('dm')
  const [left, right] = [params.get('v'), params.get('with')]
  const missing = <FolderMissing title={t('library.noSuchManual', { path })} />
  if (hasCode(manuals.error, 'csdb.not_found')) return missing
  return (
    <QueryFrame
      query={manuals}
      failedTitle={t('library.manualsFailed')}
      loading={<FolderSkeleton title={manualPath} />}
      keepsData
    >
      {(all) => {
        const manual = all.find((each) => isSamePath(each.path, path))
        if (!manual) return missing
        if (!key) {
          return left && right && params.get('part') === 'changes' ? (
            <ManualChanges manual={manual} left={left} right={right} />
          ) : (
            <ManualView manual={manual} />
          )
        }
        return left && right && params.get('part') === 'compare' ? (
          <CompareView manual={manual} moduleKey={key} left={left} right={right} />
        ) : (
          <ModuleView key={key} manual={manual} moduleKey={key} />
        )
      }}
    </QueryFrame>
  )
}
