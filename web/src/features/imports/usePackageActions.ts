import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { Package } from '@/api/types'
import { can } from '@/lib/can'
import { openOverlay } from '@/lib/overlay'
import { showProblem } from '@/lib/showProblem'
import { showToast } from '@/ui/toasts'
import { useStartCheck } from './queries'

interface PackageActions {
  /** Why it cannot be imported now; undefined when it can. */
  importClosed: string | undefined
  openImporter: () => void
  /** Why it cannot be read again, or taken away. */
  changeClosed: string | undefined
  check: () => void
  checking: boolean
}

export function usePackageActions(pack: Package): PackageActions {
  const { t } = useTranslation()
  const check = useStartCheck()
  const mayNot = can.importPackages(useMe()) ? undefined : t('imports.mayNot')
  const { preImportJobId, state, path } = pack
  const busy = state === 'reading' || state === 'importing'
  const importable = (state === 'ready' || state === 'imported') && preImportJobId !== undefined
  return {
    importClosed: mayNot ?? (importable ? undefined : t(`imports.notImportable.${state}`)),
    openImporter: () => preImportJobId && openOverlay({ kind: 'import', jobId: preImportJobId }),
    changeClosed: mayNot ?? (busy ? t('imports.busy') : undefined),
    check: () =>
      check.mutate(path, {
        onSuccess: () => showToast({ tone: 'success', text: t('imports.checkStarted') }),
        onError: showProblem,
      }),
    checking: check.isPending,
  }
}
