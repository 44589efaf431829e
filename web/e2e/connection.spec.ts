import { expect } from '@playwright/test'
import { Api, people } from './support/api'
import { field, signInByForm, test } from './support/test'

const lost = 'The server cannot be reached. Check your connection and try again.'

test('a list that cannot be loaded says so and comes when tried again', async ({
  page,
  as,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  await as('reader')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/kbj/api/config/operator*', (route) => route.abort())
  await page.goto('/#/operator-list/index')
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  await page.unroute('**/kbj/api/config/operator*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row', { name: /Alpine Rotor Services/ })).toBeVisible()
})

test('without a network a page says so, and goes on when it is back', async ({
  page,
  as,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  await as('reader', '/search/index?search=pump')
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('link').first()).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('combobox', { name: 'Search the library' }).fill('valve')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('link').first()).toBeVisible()
})

test('a form that cannot be sent keeps its text and is sent when the server is back', async ({
  page,
  as,
  server,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  const code = unique('LC').replaceAll('.', '-')
  await as('admin', '/operator-list/index?do=create')
  const dialog = page.getByRole('dialog', { name: 'New operator' })
  await field(dialog, 'Code').fill(code)
  await field(dialog, 'Name').fill('Kept Lines')
  await field(dialog, 'Country').selectOption('CH')
  await server.stop()
  try {
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText(lost)).toBeVisible()
    await expect(field(dialog, 'Name')).toHaveValue('Kept Lines')
  } finally {
    await server.start()
  }
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Kept Lines saved.')).toBeVisible()
})

test('the login form says that the server is away, and works when it is back', async ({
  page,
  server,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  await page.goto('/#/pages/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.route('**/users/login', (route) => route.abort())
  await signInByForm(page, people.reader)
  await expect(page.getByRole('alert')).toHaveText(lost)
  await page.unroute('**/users/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await new Api(server.url).signIn(people.reader)
})

test('a page that cannot be loaded leaves the frame and offers to reload', async ({
  page,
  as,
  expectComplaint,
}) => {
  expectComplaint(/Failed to (load resource|fetch)|ERR_/)
  await as('reader')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/assets/OperatorsPage*', (route) => route.abort())
  await page.goto('/#/operator-list/index')
  await expect(page.getByText(/This page could not be displayed/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.unroute('**/assets/OperatorsPage*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('row', { name: /Alpine Rotor Services/ })).toBeVisible()
})

test('a page that could not come without a network comes when it is back', async ({
  page,
  as,
  expectComplaint,
}) => {
  expectComplaint(/Failed to (load resource|fetch)|ERR_/)
  await as('reader')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await page.goto('/#/library/all')
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  await expect(page.getByRole('tree')).toBeVisible()
})

test('a dialog that cannot be loaded leaves the page, and comes when it is asked for again', async ({
  page,
  as,
  expectComplaint,
}) => {
  expectComplaint(/Failed to (load resource|fetch)|ERR_|preload/)
  await as('reader', '/operator-list/index')
  const search = page.getByRole('main').getByRole('searchbox').first()
  await search.fill('Alpine')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Messages/ }).click()
  await expect(page.getByText('This part could not be loaded.')).toBeVisible()
  await expect(search).toHaveValue('Alpine')
  await page.context().setOffline(false)
  // What is fetched in the moment of the change may still be refused; then a person asks once more.
  await expect(async () => {
    await page.getByRole('button', { name: /^Messages/ }).click({ timeout: 5_000 })
    await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('a failure of the server names the request for the administrator', async ({
  page,
  as,
  expectComplaint,
}) => {
  expectComplaint(/status of 500/)
  await page.route('**/kbj/api/users/me', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Server internal error, contact the administrator',
        status: 500,
        code: 'server.internal',
        requestId: 'req-4711',
      }),
    }),
  )
  await as('reader')
  await expect(page.getByText('Server internal error, contact the administrator')).toBeVisible()
  await expect(page.getByText('req-4711')).toBeVisible()
  await page.unroute('**/kbj/api/users/me')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
})
