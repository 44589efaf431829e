import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestIdOf, statusOf } from '@/api/problem'
import { meQuery } from '@/api/queries'
import { AddFactorPage } from '@/features/session/AddFactorPage'
import { ChoosePasswordPage } from '@/features/session/ChoosePasswordPage'
import { ProblemFrame, ServerError } from '@/features/session/ProblemPage'
import { Button } from '@/ui/Button'
import { IdentityHost } from './IdentityHost'
import { LatePage } from './LatePage'
import { signOut } from './leave'
import { onDemand } from './onDemand'
import { Shell } from './Shell'
import { ShellSkeleton } from './ShellSkeleton'

/** Few people need it: the others do not load it. */
const auditorShell = onDemand(async () => {
  const { AuditorShell } = await import('./auditor/AuditorShell')
  return <AuditorShell />
})

/** The application for whom the server knows; everything inside may take for granted that `me` is loaded. */
export function SignedIn() {
  const { t } = useTranslation()
  const me = useQuery(meQuery)
  if (me.data?.mustChangePassword) {
    return <ChoosePasswordPage me={me.data} onSignOut={() => void signOut()} />
  }
  if (me.data) {
    return (
      <>
        {me.data.mustAddFactor ? (
          <AddFactorPage onSignOut={() => void signOut()} />
        ) : me.data.user.auditor ? (
          <LatePage source={auditorShell} />
        ) : (
          <Shell />
        )}
        <IdentityHost />
      </>
    )
  }
  if (!me.error) return <ShellSkeleton />
  return (
    <ProblemFrame>
      <ServerError
        status={statusOf(me.error)}
        text={me.error.message}
        requestId={requestIdOf(me.error)}
        actions={
          <>
            <Button variant="primary" icon="reload" busy={me.isFetching} onClick={() => void me.refetch()}>
              {t('ui.retry')}
            </Button>
            <Button icon="logout" onClick={() => void signOut()}>
              {t('session.signOut')}
            </Button>
          </>
        }
      />
    </ProblemFrame>
  )
}
