import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { askAgainAtProvider, mustAskAgain } from '@/lib/askAgain'
import { safeBack } from '@/lib/paths'
import { sessionState } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { LoginPage } from './LoginPage'

const server = startServer()
connectApp()
afterEach(() => {
  window.location.hash = ''
  sessionStorage.clear()
})

function offering(passwords: boolean) {
  server.use(
    http.get(at('/users/signInOptions'), () =>
      HttpResponse.json({ passwords, providers: [{ id: 'p1', name: 'Company' }] }),
    ),
  )
}

it('says on the page why a provider cannot be opened', async () => {
  offering(true)
  let sent: unknown
  server.use(
    http.post(at('/users/openid/start'), async ({ request }) => {
      sent = await request.json()
      return problem(503, 'identity_provider.unavailable', 'The provider does not answer')
    }),
  )
  renderApp('/pages/login')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Company' }))
  expect(await screen.findByText('The provider does not answer')).toBeVisible()
  expect(sent).toEqual({ provider: 'p1', fresh: false })
  expect(screen.getByLabelText('Account')).toBeVisible()
})

it('lets the provider ask for the person after a locked session', async () => {
  offering(true)
  let sent: unknown
  server.use(
    http.post(at('/users/openid/start'), async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ url: null })
    }),
  )
  askAgainAtProvider()
  renderApp('/pages/login')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Company' }))
  await waitFor(() => expect(sent).toEqual({ provider: 'p1', fresh: true }))
})

it('hides the password behind the emergency account when passwords are off', async () => {
  offering(false)
  renderApp('/pages/login')
  await screen.findByRole('button', { name: 'Sign in with Company' })
  expect(screen.queryByLabelText('Account')).toBeNull()
  expect(screen.queryByText('Request an account')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use the emergency account' }))
  expect(screen.getByLabelText('Account')).toBeVisible()
})

it('finishes the sign-in once and removes the code from the address', async () => {
  const sent: unknown[] = []
  askAgainAtProvider()
  server.use(
    http.post(at('/users/openid/finish'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(ada, { headers: { Authorization: `Bearer ${tokenFor(ada)}` } })
    }),
  )
  sessionStorage.setItem('airfolio.back', '/library/H160/MEL?dm=DMC-A&lane=oem')
  window.location.hash = '#/pages/login?code=c&state=s&iss=https%3A%2F%2Fa.example.com'
  const signedIn = vi.fn(() => Promise.resolve())
  renderPage(<LoginPage onSignedIn={signedIn} back={() => '/'} />, ada)
  await waitFor(() => expect(signedIn).toHaveBeenCalledWith(ada))
  expect(sent).toEqual([{ code: 'c', state: 's', iss: 'https://a.example.com' }])
  expect(safeBack(new URLSearchParams(window.location.hash.split('?')[1]).get('back'))).toBe(
    '/library/H160/MEL?dm=DMC-A&lane=oem',
  )
  expect(mustAskAgain()).toBe(false)
  expect(sessionState().kind).toBe('signedIn')
})

it('tells that the sign-in was refused at the provider', async () => {
  window.location.hash = '#/pages/login?error=1'
  renderPage(<LoginPage onSignedIn={() => Promise.resolve()} back={() => '/'} />, ada)
  expect(await screen.findByText(/cancelled or refused at the provider/)).toBeVisible()
  expect(screen.getByLabelText('Account')).toBeVisible()
})
