import { expect, type Page } from '@playwright/test'
import type { IdentityProvider, SignInSettings } from '../src/api/types'
import { type Api, people } from './support/api'
import { clientSecret, startIdentityProvider } from './support/identityProvider'
import { chooseInAccountMenu } from './support/shell'
import { field, forgetAll, load, signInByForm, test } from './support/test'

test.beforeEach(async ({ page }) => {
  // The pages of the provider load a font from the internet.
  await page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )
})

/** Types a name at the page of the provider, and agrees. */
async function signInThere(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The next test on this server finds passwords on, and no provider. */
async function restore(admin: Api) {
  const { version } = await admin.get<SignInSettings>('/config/signIn')
  await admin.call('PUT', '/config/signIn', { emergencyAccount: '', publicUrl: '', version })
  for (const { id } of await admin.get<IdentityProvider[]>('/identityProviders')) {
    await admin.call('DELETE', `/identityProviders/${id}`)
  }
}

test('people sign in and out at a provider, and passwords are turned off for all but one account', async ({
  page,
  as,
  admin,
  server,
  unique,
  expectComplaint,
}) => {
  const provider = await startIdentityProvider(server.url)
  const author = unique('author')
  try {
    await as('admin', '/admin/index?tab=signIn')
    await field(page, 'Address of Airfolio').fill(server.url)
    await page.getByRole('radio', { name: 'Only the emergency account' }).check()
    await field(page, 'Emergency account').fill('admin')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Sign-in settings saved')).toBeVisible()

    await page.getByRole('button', { name: 'Add provider' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add provider' })
    await field(dialog, 'Name').fill('Company')
    await field(dialog, 'Issuer').fill(provider.issuer)
    await field(dialog, 'Client ID').fill('airfolio')
    await field(dialog, 'Client secret').fill(clientSecret)
    await dialog.getByRole('radio', { name: 'Create an account at the first sign-in' }).check()
    await field(dialog, 'Role claim').fill('roles')
    await dialog.getByRole('button', { name: 'Add value' }).click()
    await field(dialog, 'Value').fill('writers')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Company saved')).toBeVisible()
    await page.getByRole('button', { name: 'Test Company' }).click()
    await expect(page.getByText('Company answers')).toBeVisible()

    await forgetAll(page)
    await load(page, '/operator-list/index')
    await page.getByRole('button', { name: 'Sign in with Company' }).click()
    await signInThere(page, author)
    await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()
    expect(page.url()).not.toContain('code=')
    expect((await admin.user(author)).role).toBe('author')

    await chooseInAccountMenu(page, 'Logout')
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in with Company' })).toBeVisible()
    await expect(page.getByLabel('Account')).toBeHidden()

    await page.getByRole('button', { name: 'Use the emergency account' }).click()
    expectComplaint(/status of 401/)
    await signInByForm(page, people.reader)
    await expect(page.getByText(/^Only the emergency account may sign in/)).toBeVisible()
    await signInByForm(page, people.admin)
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  } finally {
    await restore(admin)
    provider.stop()
  }
})

test('a sign-in that is cancelled at the provider says so', async ({ page, as, admin, server }) => {
  const provider = await startIdentityProvider(server.url)
  try {
    await admin.call('PUT', '/config/signIn', {
      emergencyAccount: '',
      publicUrl: server.url,
      version: (await admin.get<SignInSettings>('/config/signIn')).version,
    })
    await admin.call('POST', '/identityProviders', {
      name: 'Company',
      issuer: provider.issuer,
      clientId: 'airfolio',
      secret: clientSecret,
      scopes: 'profile email',
      createsAccounts: false,
      defaultRole: 'reader',
      enabled: true,
    })
    await as('reader')
    await forgetAll(page)
    await load(page, '/pages/login')
    await page.getByRole('button', { name: 'Sign in with Company' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText(/cancelled or refused at the provider/)).toBeVisible()
    await expect(field(page, 'Account')).toBeVisible()
  } finally {
    await restore(admin)
    provider.stop()
  }
})
