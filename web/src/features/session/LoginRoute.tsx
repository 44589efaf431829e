import { useNavigate, useSearchParams } from 'react-router'
import { safeBack } from '@/lib/paths'
import { enter } from './enter'
import { LoginPage } from './LoginPage'

/** The sign-in page inside the application, after a sign-out. */
export function LoginRoute() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    <LoginPage
      back={() => safeBack(params.get('back'))}
      onSignedIn={async (me) => {
        if (me) await enter(me)
        await navigate(safeBack(params.get('back')), { replace: true })
      }}
    />
  )
}
