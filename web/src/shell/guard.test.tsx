import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { sessionKeys, sessionState, startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, rita, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { answersFor, at, problem, startServer } from '@/testing/server'

const server = startServer()
connectApp()

async function signIn(password: string) {
  await userEvent.type(await screen.findByLabelText('Account'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

it('sends whoever has no session to login, and afterwards to where he wanted to go', async () => {
  const { place } = renderApp('/library/H160/MEL?dm=X')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(place()).toBe('/pages/login?back=%2Flibrary%2FH160%2FMEL%3Fdm%3DX')
  await signIn('right password')
  await screen.findByRole('heading', { level: 1, name: 'Manual /H160/MEL not found' })
  expect(place()).toBe('/library/H160/MEL?dm=X')
})

it('takes a token whose expiry has passed for none', async () => {
  startSession(tokenFor(ada, -1))
  const { place } = renderApp('/checkout')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(place()).toBe('/pages/login?back=%2Fcheckout')
})

it('always opens the login page, also to whoever is signed in', async () => {
  startSession(tokenFor(ada))
  const { place } = renderApp('/pages/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(place()).toBe('/pages/login')
})

it('takes a signed-in user from / to the dashboard', async () => {
  startSession(tokenFor(ada))
  const { place } = renderApp('/')
  await screen.findByRole('navigation', { name: 'Main navigation' })
  expect(place()).toBe('/dashboard')
})

it('leaves a wrong password on the form, with the words of the server', async () => {
  const { place } = renderApp('/pages/login')
  await signIn('wrong password')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Username or password error'))
  expect(place()).toBe('/pages/login')
  expect(screen.getByLabelText('Account')).toHaveValue('ada')
})

it('goes to login when the server ends the session, says why once, and comes back', async () => {
  startSession(tokenFor(ada))
  const { place, router } = renderApp('/checkout')
  await screen.findByRole('heading', { name: 'Checkout list' })
  server.use(
    http.get(at('/config/operator'), () =>
      problem(401, 'session.revoked', 'Session timeout, please login again'),
    ),
    http.get(at('/counts'), () => problem(401, 'session.revoked', 'Session timeout, please login again')),
  )
  await act(() => router.navigate('/operator-list/index'))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(place()).toBe('/pages/login?back=%2Foperator-list%2Findex')
  expect(screen.getAllByText('Session timeout, please login again')).toHaveLength(1)

  server.resetHandlers()
  await signIn('right password')
  await waitFor(() => expect(place()).toBe('/operator-list/index'))
})

it('signs out when another tab does', async () => {
  startSession(tokenFor(ada))
  renderApp('/checkout')
  await screen.findByRole('heading', { name: 'Checkout list' })
  act(() => {
    localStorage.removeItem(sessionKeys.token)
    window.dispatchEvent(new StorageEvent('storage'))
  })
  await screen.findByRole('heading', { name: 'Sign in' })
})

it('goes on when another tab has signed in', async () => {
  const { place } = renderApp('/checkout')
  await screen.findByRole('heading', { name: 'Sign in' })
  act(() => {
    localStorage.setItem(sessionKeys.token, tokenFor(ada))
    window.dispatchEvent(new StorageEvent('storage'))
  })
  await screen.findByRole('heading', { name: 'Checkout list' })
  expect(place()).toBe('/checkout')
})

it('shows nothing of one person to the next', async () => {
  startSession(tokenFor(ada))
  renderApp('/checkout')
  await screen.findByRole('button', { name: 'Account of ada' })
  server.use(...answersFor(rita))
  act(() => startSession(tokenFor(rita)))
  await screen.findByRole('button', { name: 'Account of rita' })
  expect(screen.queryByRole('button', { name: 'Account of ada' })).toBeNull()
})

it('asks for a password of one’s own before anything else', async () => {
  startSession(tokenFor(ada))
  server.use(http.get(at('/users/me'), () => HttpResponse.json({ ...ada, mustChangePassword: true })))
  renderApp('/checkout')
  await screen.findByRole('heading', { name: 'Set your password' })
  expect(screen.queryByRole('navigation')).toBeNull()

  let sent: unknown
  server.resetHandlers()
  server.use(
    http.post(at('/user-manage/changePwd'), async ({ request }) => {
      sent = await request.json()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await userEvent.type(screen.getByLabelText('Temporary password'), 'one time pass')
  await userEvent.type(screen.getByLabelText('New password'), 'my own secret')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'my own secret')
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  await screen.findByRole('heading', { name: 'Checkout list' })
  expect(sent).toEqual({
    account: 'ada',
    oldPassword: 'one time pass',
    newPassword: 'my own secret',
    confirmPassword: 'my own secret',
  })
})

it('locks the page until the same person types the password, and keeps what was typed', async () => {
  startSession(tokenFor(ada))
  let loggedOutWith: string | null = null
  server.use(
    http.post(at('/users/logout'), ({ request }) => {
      loggedOutWith = request.headers.get('Authorization')
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/checkout')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'half a wor')
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Lock Account' }))

  await screen.findByRole('heading', { name: 'Screen locked' })
  expect(sessionState()).toEqual({ kind: 'locked', account: 'ada' })
  expect(screen.getByText('Checkout list', { selector: 'h1' })).not.toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
  await waitFor(() => expect(loggedOutWith).toMatch(/^Bearer e30\./))

  await userEvent.type(screen.getByLabelText('Password'), 'wrong password')
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Username or password error'))
  await userEvent.clear(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), 'right password')
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))

  expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('half a wor')
  expect(screen.queryByRole('heading', { name: 'Screen locked' })).toBeNull()
})

it('is still locked after a reload, with nothing behind it', async () => {
  localStorage.setItem(sessionKeys.locked, 'ada')
  const { place } = renderApp('/checkout')
  await screen.findByRole('heading', { name: 'Screen locked' })
  expect(screen.queryByText('Checkout list')).toBeNull()
  await userEvent.type(screen.getByLabelText('Password'), 'right password')
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await screen.findByRole('heading', { name: 'Checkout list' })
  expect(place()).toBe('/checkout')
})
