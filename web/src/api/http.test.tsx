import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { at, problem, startServer } from '@/testing/server'
import { answer, api, configureApi, done } from './http'
import { ApiProblem, hasCode, requestIdOf } from './problem'

const server = startServer()
const around = {
  token: vi.fn<() => string | undefined>(),
  language: () => 'zh-CN',
  onToken: vi.fn(),
  onSessionLost: vi.fn(),
  onSetupRequired: vi.fn(),
  askForProof: vi.fn(),
  sentence: (about: string | number) => `sentence about ${about}`,
}

beforeEach(() => {
  vi.resetAllMocks()
  around.token.mockReturnValue('old')
  configureApi(around)
})

afterEach(() => vi.restoreAllMocks())

async function refusalOf(call: Promise<unknown>): Promise<ApiProblem> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiProblem)) throw new Error(`no ApiProblem but ${String(error)}`)
  return error
}

it('sends the bearer and the language, and hands a fresh token on', async () => {
  let seen: Headers | undefined
  server.use(
    http.get(at('/version'), ({ request }) => {
      seen = request.headers
      return HttpResponse.json({ version: '1' }, { headers: { Authorization: 'Bearer new' } })
    }),
  )
  expect(await answer(api.GET('/version'))).toEqual({ version: '1' })
  expect(seen?.get('Authorization')).toBe('Bearer old')
  expect(seen?.get('Accept-Language')).toBe('zh-CN')
  expect(around.onToken).toHaveBeenCalledWith('new', 'old')
})

it('sends no token with a sign-in, and leaves its refusal to the form', async () => {
  let authorization: string | null = 'unseen'
  server.use(
    http.post(at('/users/login'), ({ request }) => {
      authorization = request.headers.get('Authorization')
      return problem(401, 'login.failed', 'Username or password error')
    }),
  )
  const refusal = await refusalOf(answer(api.POST('/users/login', { body: { account: 'a', password: 'b' } })))
  expect(authorization).toBeNull()
  expect(refusal.message).toBe('Username or password error')
  expect(around.onSessionLost).not.toHaveBeenCalled()
})

it('tells of a lost session with the token that was refused', async () => {
  server.use(http.get(at('/version'), () => problem(401, 'session.expired', 'Session expired')))
  const refusal = await refusalOf(answer(api.GET('/version')))
  expect(around.onSessionLost).toHaveBeenCalledExactlyOnceWith(refusal, 'old')
})

it('tells when the first password must be chosen', async () => {
  server.use(http.get(at('/version'), () => problem(403, 'password.change_required', 'Choose a password')))
  await refusalOf(answer(api.GET('/version')))
  expect(around.onSetupRequired).toHaveBeenCalledOnce()
})

it('rejects with all the server said', async () => {
  server.use(
    http.post(at('/users/logout'), () =>
      HttpResponse.json(
        {
          title: 'Invalid parameter',
          code: 'request.invalid',
          requestId: 'r-7',
          retryAfter: 9,
          errors: [{ field: 'email', code: 'email', message: 'No email' }],
        },
        { status: 400 },
      ),
    ),
  )
  const refusal = await refusalOf(done(api.POST('/users/logout')))
  expect(refusal).toMatchObject({
    message: 'Invalid parameter',
    status: 400,
    retryAfter: 9,
    errors: [{ field: 'email', code: 'email', message: 'No email' }],
  })
  expect(hasCode(refusal, 'request.invalid')).toBe(true)
  expect(requestIdOf(refusal)).toBe('r-7')
})

it('has a sentence of its own when the answer explains nothing', async () => {
  server.use(http.get(at('/version'), () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })))
  expect(await refusalOf(answer(api.GET('/version')))).toMatchObject({
    message: 'sentence about 502',
    status: 502,
    code: 'answer.unreadable',
  })
})

it('has a sentence of its own when the server cannot be reached', async () => {
  server.use(http.get(at('/version'), () => HttpResponse.error()))
  expect(await refusalOf(answer(api.GET('/version')))).toMatchObject({
    message: 'sentence about unreachable',
    status: 0,
  })
})

it('gives up after 60000 ms', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    controller.abort(new DOMException('too late', 'TimeoutError'))
    return controller.signal
  })
  expect(await refusalOf(answer(api.GET('/version')))).toMatchObject({
    message: 'sentence about timeout',
    code: 'network.timeout',
  })
  expect(timeout).toHaveBeenCalledWith(60_000)
})
