import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { manualsQuery } from '@/api/library'
import { hasCode, requestIdOf } from '@/api/problem'
import { isSamePath } from '@/lib/library/folders'
import { ErrorState } from '@/ui/ErrorState'
import { FolderMissing, FolderSkeleton } from '../FolderStates'
import { CompareView } from '../module/CompareView'
import { ModuleView } from '../module/ModuleView'
import { ManualView } from './ManualView'
import '../library.css'

export function ManualPage() {
  const { t } = useTranslation()
  const { folderPath = '', manualPath = '' } = useParams()
  const [params] = useSearchParams()
  const manuals = useQuery(manualsQuery(folderPath))
  const path = `/${folderPath}/${manualPath}`
  const manual = manuals.data?.find((each) => isSamePath(each.path, path))
  const key = params.get('dm')
  const [left, right] = [params.get('v'), params.get('with')]
  if (manual && key && left && right && params.get('part') === 'compare') {
    return <CompareView manual={manual} moduleKey={key} left={left} right={right} />
  }
  if (manual)
    return key ? <ModuleView key={key} manual={manual} moduleKey={key} /> : <ManualView manual={manual} />
  if (manuals.error && !hasCode(manuals.error, 'csdb.not_found')) {
    return (
      <ErrorState
        title={t('library.manualsFailed')}
        message={manuals.error.message}
        detail={requestIdOf(manuals.error)}
        onRetry={() => void manuals.refetch()}
      />
    )
  }
  if (manuals.isPending) return <FolderSkeleton title={manualPath} />
  return <FolderMissing title={t('library.noSuchManual', { path })} />
}
