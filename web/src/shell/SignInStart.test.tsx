import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { at, problem, startServer } from '@/testing/server'
import { SignInStart } from './SignInStart'
import { replaceAddress } from './signInAddress'

const server = startServer()
connectApp()
beforeEach(() => replaceAddress('/pages/login'))

async function signIn() {
  await userEvent.type(screen.getByLabelText('Account'), ' ada ')
  await userEvent.type(screen.getByLabelText('Password'), 'right password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

it('opens the application for the account that signed in', async () => {
  let sent: unknown
  server.use(
    http.post(at('/users/login'), async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json(ada)
    }),
  )
  const openApp = vi.fn(() => Promise.resolve())
  render(<SignInStart openApp={openApp} />)
  expect(document.title).toBe('Sign in · Airfolio')
  await signIn()
  await waitFor(() => expect(openApp).toHaveBeenCalledWith(ada))
  expect(sent).toEqual({ account: 'ada', password: 'right password' })
})

it('says so when the application cannot be fetched, and lets the visitor try again', async () => {
  server.use(http.post(at('/users/login'), () => HttpResponse.json(ada)))
  const lost = new TypeError('Failed to fetch dynamically imported module: app.js')
  render(<SignInStart openApp={() => Promise.reject(lost)} />)
  await signIn()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('cannot be reached'))
  expect(screen.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy')
})

it('shows what the server says about a field at that field', async () => {
  server.use(
    http.post(at('/users/login'), () =>
      problem(400, 'invalid', 'Invalid', [{ field: 'account', code: 'too_long', message: 'Too long' }]),
    ),
  )
  render(<SignInStart openApp={() => Promise.resolve()} />)
  await signIn()
  expect(await screen.findByText('Too long')).toBeVisible()
  expect(screen.getByLabelText('Account')).toHaveFocus()
  await userEvent.type(screen.getByLabelText('Account'), 'x')
  expect(screen.queryByText('Too long')).toBeNull()
})

it('opens the application when the address leads elsewhere', () => {
  const openApp = vi.fn(() => Promise.resolve())
  render(<SignInStart openApp={openApp} />)
  act(() => {
    replaceAddress('/pages/register')
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(openApp).toHaveBeenCalledWith()
})

it('says so when the application cannot be fetched for another page', async () => {
  render(<SignInStart openApp={() => Promise.reject(new TypeError('Failed to fetch'))} />)
  act(() => {
    replaceAddress('/pages/register')
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(await screen.findByRole('heading', { name: 'The application could not be loaded' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
