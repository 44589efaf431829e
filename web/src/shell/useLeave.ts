import { useNavigate } from 'react-router'
import { signOutAtServer } from '@/features/session/queries'
import { closeOverlay } from '@/lib/overlay'
import { paths } from '@/lib/paths'
import { endSession, lockSession, sessionState } from '@/lib/session'

interface Leave {
  signOut: () => Promise<void>
  lock: () => Promise<void>
}

/** The two ways to leave: for good, and until the password is typed again. */
export function useLeave(): Leave {
  const navigate = useNavigate()
  return {
    signOut: async () => {
      await signOutAtServer()
      // To the login page first: from there the end of the session sends nobody back to where he was.
      await navigate(paths.login())
      endSession()
      // Nothing of this person's work stays in memory.
      window.location.reload()
    },
    lock: async () => {
      const state = sessionState()
      if (state.kind !== 'signedIn') return
      closeOverlay()
      // The call takes the token along as it starts; the screen is covered at once, not when the server answers.
      const told = signOutAtServer()
      lockSession(state.session.user.account)
      await told
    },
  }
}
