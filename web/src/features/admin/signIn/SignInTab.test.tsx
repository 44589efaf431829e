import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { IdentityProvider, SignInSettings } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { SignInTab } from './SignInTab'

connectApp()
const server = startServer(ada)

const settings: SignInSettings = {
  emergencyAccount: '',
  publicUrl: 'https://docs.example.com',
  effectiveUrl: 'https://docs.example.com',
  callbackPath: '/kbj/api/users/openid/callback',
  version: 3,
}

const company: IdentityProvider = {
  id: 'p1',
  name: 'Company',
  issuer: 'https://login.example.com',
  clientId: 'airfolio',
  hasSecret: true,
  scopes: 'profile email',
  createsAccounts: false,
  trustsEmail: false,
  defaultRole: 'reader',
  roleClaim: 'roles',
  roles: [{ value: 'boss', role: 'admin' }],
  groupsClaim: '',
  enabled: true,
  version: 2,
}

function holding(...providers: IdentityProvider[]) {
  server.use(
    http.get(at('/config/signIn'), () => HttpResponse.json(settings)),
    http.get(at('/identityProviders'), () => HttpResponse.json(providers)),
  )
}

it('turns passwords off for all but one account', async () => {
  holding()
  let sent: unknown
  server.use(
    http.put(at('/config/signIn'), async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ ...settings, emergencyAccount: 'ada', version: 4 })
    }),
  )
  const { user } = renderPage(<SignInTab />, ada)
  await user.click(await screen.findByRole('radio', { name: 'Only the emergency account' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter an account.')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: /Emergency account/ }), 'ada')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual({ publicUrl: 'https://docs.example.com', emergencyAccount: 'ada', version: 3 }),
  )
})

it('adds a provider with roles by claim', async () => {
  holding()
  const sent: unknown[] = []
  server.use(
    http.post(at('/identityProviders'), async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? problem(409, 'identity_provider.name_taken', 'This name is taken')
        : HttpResponse.json(company, { status: 201 })
    }),
  )
  const { user } = renderPage(<SignInTab />, ada)
  expect(await screen.findByText('No identity providers')).toBeVisible()
  expect(screen.getByText('https://docs.example.com/kbj/api/users/openid/callback')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add provider' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add provider' }))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Company')
  await user.type(dialog.getByRole('textbox', { name: /^Issuer/ }), 'https://login.example.com')
  await user.type(dialog.getByRole('textbox', { name: /^Client ID/ }), 'airfolio')
  await user.type(dialog.getByLabelText('Client secret'), 'hush')
  await user.click(dialog.getByRole('radio', { name: 'Create an account at the first sign-in' }))
  await user.type(dialog.getByRole('textbox', { name: /^Role claim/ }), 'roles')
  await user.click(dialog.getByRole('button', { name: 'Add value' }))
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), 'writers')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(
    await dialog.findByRole('textbox', { name: /^Name/, description: /This name is taken/ }),
  ).toBeInvalid()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent[1]).toEqual({
    name: 'Company',
    issuer: 'https://login.example.com',
    clientId: 'airfolio',
    secret: 'hush',
    scopes: 'profile email',
    createsAccounts: true,
    trustsEmail: false,
    defaultRole: 'reader',
    roleClaim: 'roles',
    roles: [{ value: 'writers', role: 'author' }],
    groupsClaim: '',
    enabled: true,
  })
})

it('keeps the stored secret when none is typed', async () => {
  holding(company)
  let sent: unknown
  server.use(
    http.put(at('/identityProviders/:id'), async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json(company)
    }),
  )
  const { user } = renderPage(<SignInTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Edit Company' }))
  await user.click(screen.getByRole('checkbox', { name: 'Offer on the sign-in page' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toMatchObject({ enabled: false, roles: company.roles }))
  expect(sent).not.toHaveProperty('secret')
})

it('tests a provider and says what is wrong', async () => {
  holding(company)
  server.use(http.post(at('/identityProviders/p1/test'), () => HttpResponse.json({ failure: 'otherIssuer' })))
  const { user } = renderPage(<SignInTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Test Company' }))
  expect(await screen.findByText('Company names another issuer')).toBeVisible()
})

it('deletes a provider after a question', async () => {
  holding(company)
  let deleted = ''
  server.use(
    http.delete(at('/identityProviders/:id'), ({ params }) => {
      deleted = String(params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<SignInTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Delete Company' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(deleted).toBe('p1'))
})
