import i18next from 'i18next'
import { configureApi } from '@/api/http'
import { meQuery, queryClient } from '@/api/queries'
import { currentLanguage } from '@/lib/i18n'
import { endSession, sessionState, startSession, subscribeToSession } from '@/lib/session'
import { showAlert } from '@/ui/alerts'

/** Gives the api client its token, language and sentences, and the session what the server says about it. */
export function connectApi(): () => void {
  configureApi({
    token: currentToken,
    language: currentLanguage,
    onToken: (fresh, sent) => {
      // An answer that comes after the user signed out or locked the screen must not sign in again.
      if (sent === undefined || sent === currentToken()) startSession(fresh)
    },
    onSessionLost: (problem, sent) => {
      // Of several calls refused at once, and of those sent before a new sign-in, none counts but the first.
      if (sent !== currentToken()) return
      endSession()
      showAlert({ tone: 'warning', text: problem.message })
    },
    onPasswordChangeRequired: () => void queryClient.invalidateQueries(meQuery),
    sentence,
  })
  return forgetWithTheSession()
}

function currentToken(): string | undefined {
  const state = sessionState()
  return state.kind === 'signedIn' ? state.session.token : undefined
}

function sentence(about: 'unreachable' | 'timeout' | number): string {
  const { t } = i18next
  if (about === 'unreachable') return t('session.unreachable')
  if (about === 'timeout') return t('session.noAnswerInTime')
  if (about === 401) return t('session.timeout')
  if (about === 400) return t('session.invalidParameter')
  return t('session.strangeAnswer', { status: about })
}

/** What one person read must not be there for the next; a locked screen keeps it for the same person. */
function forgetWithTheSession(): () => void {
  let account = accountNow()
  return subscribeToSession(() => {
    const next = accountNow()
    if (next !== account) queryClient.clear()
    account = next
  })
}

function accountNow(): string | undefined {
  const state = sessionState()
  if (state.kind === 'signedIn') return state.session.user.account
  return state.kind === 'locked' ? state.account : undefined
}
