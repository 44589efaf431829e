import { answer, api, done } from '@/api/http'
import type { Me } from '@/api/types'

export interface Credentials {
  account: string
  password: string
  /** A code of the authenticator app, or a recovery code. */
  code?: string
}

export interface Registration {
  account: string
  email: string
  displayName: string
  password: string
  confirmPassword: string
}

/** Signs in; the token comes with the answer's header and is stored by the api client. */
export function signIn(credentials: Credentials): Promise<Me> {
  return answer(api.POST('/users/login', { body: credentials }))
}

export function register(registration: Registration): Promise<{ account: string }> {
  return answer(api.POST('/users/register', { body: registration }))
}

const signOutPatienceMs = 5000

/** Tells the server to end the session; whether it hears it or not, the caller drops the token. */
export async function signOutAtServer(): Promise<void> {
  const signal = AbortSignal.timeout(signOutPatienceMs)
  await done(api.POST('/users/logout', { signal })).catch(() => undefined)
}
