import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ApiProblem, requestIdOf, statusOf } from '@/api/problem'
import { ProblemFrame, ServerError } from '@/features/session/ProblemPage'
import { Button } from '@/ui/Button'
import { TranslatedUiTexts } from './TranslatedUiTexts'
import { isUnfetched } from './unfetched'

/** Shown instead of a page that failed; the frame around it stays. */
export function PageError() {
  return <PageFailed error={useRouteError()} />
}

export function PageFailed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  // A page that is not here yet cannot come without a network; one that is here fails for another reason.
  const isCutOff = !navigator.onLine && isUnfetched(error)
  const failed = isCutOff ? t('session.unreachable') : t('shell.pageFailed')
  return (
    <ServerError
      status={statusOf(error)}
      text={error instanceof ApiProblem ? error.message : failed}
      requestId={requestIdOf(error)}
      actions={
        <Button variant="primary" icon="reload" onClick={() => window.location.reload()}>
          {t('shell.reload')}
        </Button>
      }
    />
  )
}

/** For a failure of the frame itself. */
export function RootError() {
  return (
    <TranslatedUiTexts>
      <ProblemFrame>
        <PageError />
      </ProblemFrame>
    </TranslatedUiTexts>
  )
}
