import i18next from 'i18next'
import { configureApi } from '@/api/http'
import { currentLanguage } from '@/lib/i18n'
import { endSession, sessionState, startSession } from '@/lib/session'
import { showAlert } from '@/ui/alerts'
import { askForProof } from './proofRequest'

/** Connects the api client with session, language and messages. */
export function connectApi(onSetupRequired: () => void): void {
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
    onSetupRequired,
    askForProof,
    sentence,
  })
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
