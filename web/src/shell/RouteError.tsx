import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { ApiProblem, requestIdOf } from '@/api/problem'
import { ProblemFrame, ServerError } from '@/features/session/ProblemPage'
import { Button } from '@/ui/Button'
import { TranslatedUiTexts } from './TranslatedUiTexts'

/** What a page shows in its place when it fails; the frame around it stays. */
export function PageError() {
  const { t } = useTranslation()
  const error = useRouteError()
  // A page that is not here yet cannot come without a network.
  const failed = navigator.onLine ? t('shell.pageFailed') : t('session.unreachable')
  return (
    <ServerError
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
