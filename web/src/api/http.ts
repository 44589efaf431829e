import createClient, { type Middleware } from 'openapi-fetch'
import { lostCalls } from '@/api/lostCalls'
import { ApiProblem, hasCode, problemOf } from '@/api/problem'
import type { paths } from '@/api/schema'

const timeoutMs = 60_000

/** The callbacks that the client needs from the rooms above it; `shell/connectApi.ts` sets them at start. */
interface ApiContext {
  token: () => string | undefined
  language: () => string
  /** A fresh token came; `sent` is the one the request carried, undefined for a sign-in. */
  onToken: (fresh: string, sent: string | undefined) => void
  /** The server no longer accepts the token that was sent. */
  onSessionLost: (problem: ApiProblem, sent: string) => void
  /** The server wants a new password or a second factor before anything else. */
  onSetupRequired: () => void
  /** Asks the user for a fresh proof of identity, for an act that uses it up if one is given; false when they give up. */
  askForProof: (act?: string) => Promise<boolean>
  /** The message when the server sent none. */
  sentence: (about: 'unreachable' | 'timeout' | number) => string
}

let context: ApiContext | undefined

export function configureApi(given: ApiContext): void {
  context = given
}

function apiContext(): ApiContext {
  if (!context) throw new Error('configureApi must run before the first call')
  return context
}

const bearer = /^Bearer\s+/i

function tokenIn(headers: Headers): string | undefined {
  return headers.get('Authorization')?.replace(bearer, '') || undefined
}

/** The headers of every call of a signed-in user. */
export function sessionHeaders(): Record<string, string> {
  const token = apiContext().token()
  return { 'Accept-Language': apiContext().language(), ...(token && { Authorization: `Bearer ${token}` }) }
}

/** Takes over a fresh token, if the answer to a call that carried `sent` brings one. */
export function noteFreshToken(answered: Headers, sent: string | undefined): void {
  const fresh = tokenIn(answered)
  if (fresh) apiContext().onToken(fresh, sent)
}

const setupCodes: readonly string[] = ['password.change_required', 'second_factor.setup_required']

/** Reads a refusal and informs the session. */
export async function refusalOf(response: Response, sent: string | undefined): Promise<ApiProblem> {
  const problem = await problemOf(response, apiContext().sentence(response.status))
  if (problem.status === 401 && sent) apiContext().onSessionLost(problem, sent)
  if (setupCodes.includes(problem.code)) apiContext().onSetupRequired()
  return problem
}

/** For a call that got no answer at all. */
export function unreachable(): ApiProblem {
  return new ApiProblem({
    title: apiContext().sentence('unreachable'),
    status: 0,
    code: 'network.unreachable',
  })
}

/** The calls that open a session; their own 401 is about the typed password, not about a session. */
const openCalls: readonly string[] = [
  '/users/login',
  '/users/register',
  '/users/signInOptions',
  '/users/openid/start',
  '/users/openid/finish',
]

const session: Middleware = {
  onRequest({ request, schemaPath }) {
    request.headers.set('Accept-Language', apiContext().language())
    const token = openCalls.includes(schemaPath) ? undefined : apiContext().token()
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    return request
  },
  async onResponse({ request, response }) {
    const sent = tokenIn(request.headers)
    // 304: what the caller has kept still holds.
    if (!response.ok && response.status !== 304) throw await refusalOf(response, sent)
    noteFreshToken(response.headers, sent)
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return new ApiProblem({ title: apiContext().sentence('timeout'), status: 0, code: 'network.timeout' })
    }
    // A request that its own page has cancelled is no error.
    if (error instanceof DOMException && error.name === 'AbortError') return error
    return unreachable()
  },
}

const baseUrl = `${location.origin}${import.meta.env.VITE_API_BASE}`

export const api = createClient<paths>({
  baseUrl,
  fetch: (request) =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
})
api.use(session)
// The last one sees the answer first, before a refusal is thrown.
api.use(lostCalls)

/** The same client without a timeout, for uploads, downloads and open streams. */
export const unhurried = createClient<paths>({ baseUrl, fetch: (request) => fetch(request) })
unhurried.use(session)

/** The full address of a call that is not sent by one of the clients above. */
export const urlOf = (path: string) => `${baseUrl}${path}`

interface Call<Data> {
  data?: Data
}

/** The body of an answer; rejects with an `ApiProblem` otherwise. */
export async function answer<Data>(call: Promise<Call<Data>>): Promise<Data> {
  const { data } = await call
  if (data === undefined) throw new Error('The server sent no body where one was promised')
  return data
}

/** Waits for a call that answers without a body; rejects with an `ApiProblem`. */
export async function done(call: Promise<unknown>): Promise<void> {
  await call
}

/**
 * Runs a call. When the server wants a fresh proof of identity, asks the user for it and runs the call again.
 * `act` names an act that needs a proof of its own.
 */
export async function withProof<Answer>(call: () => Promise<Answer>, act?: string): Promise<Answer> {
  try {
    return await call()
  } catch (problem) {
    if (!hasCode(problem, 'confirmation.required') || !(await apiContext().askForProof(act))) throw problem
    return call()
  }
}
