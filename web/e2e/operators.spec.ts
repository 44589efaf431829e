import { expect, type Page } from '@playwright/test'
import { field, test } from './support/test'

/** One red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const editor = (page: Page, name: string) => page.getByRole('dialog', { name })
const codeOf = (text: string) => text.replaceAll('.', '-').slice(-16)

test('an operator is created with aircraft, attributes, languages and logo', async ({
  page,
  as,
  unique,
  admin,
}) => {
  const code = codeOf(unique('OP'))
  await as('admin', '/operator-list/index')
  await page.getByRole('button', { name: 'Add operator' }).click()
  const dialog = editor(page, 'New operator')
  await expect(page).toHaveURL(/do=create/)
  await field(dialog, 'Code').fill(code)
  await field(dialog, 'Name').fill(`Nordic Lift ${code}`)
  await field(dialog, 'Country').selectOption({ label: 'Norway' })
  await field(dialog, 'Languages').selectOption({ value: 'nb-NO' })
  await expect(dialog.getByRole('list', { name: 'Selected languages' }).getByRole('listitem')).toContainText(
    'nb-NO',
  )
  await dialog.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.getByRole('img', { name: 'Logo of the operator' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add aircraft' }).click()
  const first = dialog.getByRole('group', { name: 'Aircraft 1' })
  await field(first, 'Registration').fill(`LN-${code}`)
  await field(first, 'Serial number').fill('1101')
  await field(first, 'Model').fill('H160-B')
  await first.getByRole('button', { name: '0 attributes' }).click()
  await first.getByRole('button', { name: 'Add attribute' }).click()
  await field(first, 'Attribute').fill('hoist')
  await field(first, 'Value').fill('yes')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(`Nordic Lift ${code} saved.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('Norway')

  expect(await admin.operator(code)).toMatchObject({
    country: 'NO',
    extensionProducer: 'F0210',
    extensionCode: code,
    languages: [{ languageCode: 'nb', countryCode: 'NO' }],
    logo: `data:image/png;base64,${picture.toString('base64')}`,
    aircraft: [
      {
        registration: `LN-${code}`,
        serialNumber: '1101',
        productAttributes: [{ name: 'hoist', value: 'yes' }],
      },
    ],
  })
})

test('what is wrong is told at its field, and nothing typed is lost', async ({
  page,
  as,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 4(00|09)/)
  await as('admin', '/operator-list/index?do=create')
  const dialog = editor(page, 'New operator')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(field(dialog, 'Code')).toHaveAccessibleDescription(/This field is required/)
  await expect(field(dialog, 'Country')).toHaveAccessibleDescription(/This field is required/)
  await field(dialog, 'Code').fill('A B')
  await field(dialog, 'Name').fill('Second Alpine')
  await field(dialog, 'Country').selectOption('CH')
  await dialog.getByRole('button', { name: 'Add aircraft' }).click()
  const first = dialog.getByRole('group', { name: 'Aircraft 1' })
  await field(first, 'Registration').fill('HB-ZQA')
  await field(first, 'Serial number').fill('1')
  await field(first, 'Model').fill('H160-B')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(field(dialog, 'Code')).toHaveAccessibleDescription(/space character is not allowed/)
  await field(dialog, 'Code').fill(codeOf(unique('OP')))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(field(first, 'Registration')).toHaveAccessibleDescription('This value is already in use')
  await expect(field(dialog, 'Name')).toHaveValue('Second Alpine')
  await field(dialog, 'Code').fill('alprot')
  await field(first, 'Registration').fill(`HB-${codeOf(unique('Z'))}`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText(/already exists|already in use/)).toBeVisible()
})

test('a logo that is no picture is refused', async ({ page, as }) => {
  await as('admin', '/operator-list/index?do=create')
  const dialog = editor(page, 'New operator')
  const logo = dialog.getByLabel('Logo')
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByText('The image must be a PNG or JPEG file')).toBeVisible()
  await logo.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(129 * 1024) })
  await expect(dialog.getByText('The image is larger than 128 kB')).toBeVisible()
})

test('an operator is edited and deleted', async ({ page, as, admin, unique }) => {
  const code = codeOf(unique('ED'))
  await admin.addOperator(code, `Before ${code}`, [`HB-${code}`])
  await as('admin', `/operator-list/index?filter=${code}`)
  await page.getByRole('button', { name: `Edit Before ${code}` }).click()
  const dialog = editor(page, `Operator Before ${code}`)
  await field(dialog, 'Name').fill(`After ${code}`)
  await dialog.getByRole('button', { name: 'Remove aircraft 1' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`After ${code} saved.`)).toBeVisible()
  expect(await admin.operator(code)).toMatchObject({ name: `After ${code}`, aircraft: [] })

  await page.getByRole('button', { name: `Delete After ${code}` }).click()
  const question = page.getByRole('dialog', { name: 'Delete operator' })
  await expect(question).toContainText(`After ${code}`)
  await expect(question).toContainText('cannot be restored')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`After ${code}`) })).toBeVisible()
  await page.getByRole('button', { name: `Delete After ${code}` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Operation successful!')).toBeVisible()
  await expect(page.getByText(`No results for “${code}”`)).toBeVisible()
})

test('a failed delete says why in the dialog', async ({ page, as, admin, unique, expectComplaint }) => {
  expectComplaint(/status of 404/)
  const code = codeOf(unique('GO'))
  await admin.addOperator(code, `Gone ${code}`)
  await as('admin', `/operator-list/index?filter=${code}`)
  await page.getByRole('button', { name: `Delete Gone ${code}` }).click()
  await admin.call('DELETE', `/config/operator?code=${code}`)
  const question = page.getByRole('dialog', { name: 'Delete operator' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText('This operator does not exist')
})

test('two people who edit the same operator do not overwrite each other', async ({
  page,
  as,
  admin,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const code = codeOf(unique('CO'))
  await admin.addOperator(code, `Shared ${code}`)
  await as('admin', `/operator-list/index?operator=${code}`)
  const dialog = editor(page, `Operator Shared ${code}`)
  await field(dialog, 'Name').fill(`Mine ${code}`)
  await admin.call('PUT', '/config/operator', { ...(await admin.operator(code)), country: 'AT' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another user changed this in the meantime.')).toBeVisible()
  await expect(field(dialog, 'Name')).toHaveValue(`Mine ${code}`)
  await dialog.getByRole('button', { name: 'Load current values and keep my changes' }).click()
  await expect(field(dialog, 'Country')).toHaveValue('AT')
  await expect(field(dialog, 'Name')).toHaveValue(`Mine ${code}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Mine ${code} saved.`)).toBeVisible()
  expect(await admin.operator(code)).toMatchObject({ name: `Mine ${code}`, country: 'AT' })
})

test('the list is searched by code, name and registration, and sorted', async ({ page, as }) => {
  await as('reader', '/operator-list/index')
  const search = page.getByRole('searchbox', { name: 'Search operators' })
  await search.fill('B-70XA')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByRole('row', { name: /华星通用航空/ })).toBeVisible()
  await search.fill('alprot')
  await expect(page.getByRole('row', { name: /Alpine Rotor Services/ })).toBeVisible()
  await search.fill('zzz')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name&order=asc/)
})

test('a double click creates once', async ({ page, as, unique }) => {
  const code = codeOf(unique('DC'))
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/config/operator')) sent += 1
  })
  await as('admin', '/operator-list/index?do=create')
  const dialog = editor(page, 'New operator')
  await field(dialog, 'Code').fill(code)
  await field(dialog, 'Name').fill(`Twice ${code}`)
  await field(dialog, 'Country').selectOption('CH')
  await dialog.getByRole('button', { name: 'Create' }).dblclick()
  await expect(page.getByText(`Twice ${code} saved.`)).toHaveCount(1)
  await expect(dialog).toBeHidden()
  expect(sent).toBe(1)
})
