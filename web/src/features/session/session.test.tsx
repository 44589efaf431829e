import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it } from 'vitest'
import type { Me } from '@/api/types'
import { currentLanguage, switchLanguage } from '@/lib/i18n'
import { startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { answersFor, at, problem, startServer } from '@/testing/server'

const server = startServer()
connectApp()
afterEach(() => act(() => switchLanguage('en-US')))

const inChinese: Me = {
  ...ada,
  user: { ...ada.user, preferences: { ...ada.user.preferences, locale: 'zh-CN' } },
}

/** The preferences that the server is asked to keep. */
function watchSaves(): unknown[] {
  const saved: unknown[] = []
  server.use(
    http.post(at('/user-manage/updateUserSelf'), async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json(inChinese.user)
    }),
  )
  return saved
}

async function signIn() {
  await userEvent.type(await screen.findByLabelText(/^(Account|账号)$/), 'ada')
  await userEvent.type(screen.getByLabelText(/^(Password|密码)$/), 'right password')
  await userEvent.click(screen.getByRole('button', { name: /^(Sign in|登录)$/ }))
}

async function choose(language: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Language: English' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: language }))
}

it('shows the language of the account after sign-in', async () => {
  server.use(...answersFor(inChinese))
  renderApp('/pages/login?back=%2Fcheckout')
  await signIn()
  await screen.findByRole('navigation', { name: '主导航' })
  expect(document.documentElement.lang).toBe('zh-CN')
})

it('gives the account the language that was picked on the login page', async () => {
  const saved = watchSaves()
  renderApp('/pages/login?back=%2Fcheckout')
  await screen.findByRole('heading', { name: 'Sign in' })
  await choose('中文')
  await signIn()
  await screen.findByRole('navigation', { name: '主导航' })
  // Nothing else: an old email or page size sent along would overwrite a newer one.
  expect(saved).toEqual([{ account: 'ada', preferences: { locale: 'zh-CN' } }])
})

it('remembers a language picked in the header on the device and with the account', async () => {
  const saved = watchSaves()
  startSession(tokenFor(ada))
  renderApp('/checkout')
  await screen.findByRole('navigation', { name: 'Main navigation' })
  await choose('中文')
  await screen.findByRole('navigation', { name: '主导航' })
  await waitFor(() => expect(saved).toEqual([{ account: 'ada', preferences: { locale: 'zh-CN' } }]))
  expect(currentLanguage()).toBe('zh-CN')
})

it('says where a sign-in lacks something, before asking the server', async () => {
  renderApp('/pages/login')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Account is empty')).toBeVisible()
  expect(screen.getByText('Password is empty')).toBeVisible()
})

it('makes a throttled visitor wait as long as the server says', async () => {
  server.use(
    http.post(at('/users/login'), () =>
      HttpResponse.json(
        { title: 'Too many tries', code: 'login.throttled', requestId: 'r', retryAfter: 30 },
        { status: 429 },
      ),
    ),
  )
  renderApp('/pages/login')
  await signIn()
  const button = await screen.findByRole('button', { name: /^Try again in (30|29) seconds$/ })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('alert')).toHaveTextContent('Too many tries')
})

async function register(confirm: string) {
  renderApp('/pages/register')
  await userEvent.type(await screen.findByLabelText(/^Account/), 'bob')
  await userEvent.type(screen.getByLabelText(/^Email/), 'bob@example.org')
  await userEvent.type(screen.getByLabelText(/^Password/), 'long enough')
  await userEvent.type(screen.getByLabelText(/^Confirm password/), confirm)
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }))
}

it('registers and says what happens next', async () => {
  let sent: unknown
  server.use(
    http.post(at('/users/register'), async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ account: 'bob' }, { status: 202 })
    }),
  )
  await register('long enough')
  expect(await screen.findByText('Request for bob received')).toBeVisible()
  expect(sent).toEqual({
    account: 'bob',
    email: 'bob@example.org',
    displayName: '',
    password: 'long enough',
    confirmPassword: 'long enough',
  })
})

it('wants the same password twice', async () => {
  await register('long enoukh')
  expect(await screen.findByText('The two passwords differ')).toBeVisible()
})

it('keeps what was typed when the password is a common one, and says so', async () => {
  const message = 'This is one of the most common passwords. Choose another.'
  const errors = [{ field: 'password', code: 'password.common', message }]
  server.use(
    http.post(at('/users/register'), () => problem(400, 'request.invalid', 'Invalid parameter', errors)),
  )
  await register('long enough')
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText(/^Account/)).toHaveValue('bob')
})

it('asks for the code after the password, and says when it is wrong', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(at('/users/login'), async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (sent.length === 1) return problem(401, 'login.code_required', 'Enter the code')
      if (sent.length === 2) return problem(401, 'login.code_wrong', 'The code is wrong')
      return HttpResponse.json(ada, { headers: { Authorization: `Bearer ${tokenFor(ada)}` } })
    }),
  )
  renderApp('/pages/login?back=%2Fcheckout')
  await signIn()
  const code = await screen.findByLabelText('Code')
  expect(code).toHaveFocus()
  expect(screen.getByLabelText('Password')).not.toBeVisible()
  await userEvent.type(code, '000 000{Enter}')
  expect(await screen.findByText('The code is wrong')).toBeVisible()
  await userEvent.clear(code)
  await userEvent.type(code, '123456{Enter}')
  await screen.findByRole('navigation', { name: 'Main navigation' })
  const typed = { account: 'ada', password: 'right password' }
  expect(sent).toEqual([typed, { ...typed, code: '000 000' }, { ...typed, code: '123456' }])
})

it('has a second factor set up first where the role requires it', async () => {
  const account = { ...ada, mustAddFactor: true }
  server.use(
    http.get(at('/users/me'), () => HttpResponse.json(account)),
    http.post(at('/users/secondFactor'), () =>
      HttpResponse.json({
        secret: 'ABCDEFGH',
        uri: 'otpauth://totp/x',
        qr: { size: 21, path: 'M0 0h1v1h-1z' },
      }),
    ),
    http.put(at('/users/secondFactor'), () => HttpResponse.json({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] })),
  )
  startSession(tokenFor(ada))
  renderApp('/checkout')
  await screen.findByRole('heading', { name: 'Set up two-step sign-in' })
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(screen.getByText('ABCD EFGH')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
  account.mustAddFactor = false
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByRole('navigation', { name: 'Main navigation' })
})
