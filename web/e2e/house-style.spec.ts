import { expect, type Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script>alert(1)</script><path d="M0 0h40v10H0z" fill="#14306b"/></svg>',
)
const codeOf = (text: string) => text.replaceAll('.', '-').slice(-16)
const editor = (page: Page, name: string) => page.getByRole('dialog', { name: `House style of ${name}` })

interface StoredStyle {
  version: number
  primary: string
  paper: string
  header: string
  logo?: string
}

test('a house style is chosen with its pages beside it, and saved', async ({ page, as, admin, unique }) => {
  const code = codeOf(unique('HS'))
  const name = `Styled ${code}`
  await admin.addOperator(code, name)
  await as('admin', `/operator-list/index?filter=${code}`)
  await page.getByRole('button', { name: `House style of ${name}` }).click()
  const dialog = editor(page, name)
  await expect(page).toHaveURL(new RegExp(`style=${code}`))
  await dialog.getByRole('group', { name: 'Title color' }).getByRole('radio', { name: 'Navy' }).check()
  await field(dialog, 'Paper size').selectOption({ label: 'A5' })
  await field(dialog, 'Header text').fill('{manual}, revision {revision}')
  await dialog
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: drawing })

  const preview = dialog.getByRole('region', { name: 'Preview' })
  const titlePage = preview.getByRole('figure', { name: 'Title page' })
  await expect(titlePage.getByRole('img', { name: 'Logo of the operator' })).toBeVisible()
  const title = titlePage.getByText('Maintenance Manual')
  await expect(title).toHaveCSS('color', 'rgb(20, 48, 107)')
  for (const sheet of ['Text page', 'MEL page']) {
    const text = preview.getByRole('figure', { name: sheet }).getByText('Maintenance Manual, revision 4')
    await expect(text).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`House style of ${name} saved.`)).toBeVisible()
  await expect(dialog).toBeHidden()

  const stored = await admin.get<StoredStyle>(`/config/operator/style?code=${code}`)
  expect(stored).toMatchObject({
    primary: 'navy',
    paper: 'a5',
    header: '{manual}, revision {revision}',
  })
  const kept = Buffer.from(stored.logo?.split(',')[1] ?? '', 'base64').toString()
  expect(kept).toContain('<path')
  expect(kept).not.toContain('script')
})

test('two people who edit the same house style do not overwrite each other', async ({
  page,
  as,
  admin,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const code = codeOf(unique('HC'))
  await admin.addOperator(code, `Shared ${code}`)
  await as('admin', `/operator-list/index?style=${code}`)
  const dialog = editor(page, `Shared ${code}`)
  await field(dialog, 'Header text').fill('Mine')
  const theirs = {
    code,
    version: 0,
    primary: 'green',
    accent: 'blue',
    paper: 'a4',
    header: '',
    footer: 'Theirs',
  }
  await admin.call('PUT', '/config/operator/style', theirs)
  const { version } = await admin.get<StoredStyle>(`/config/operator/style?code=${code}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Load current values and keep my changes' }).click()
  await expect(field(dialog, 'Footer text')).toHaveValue('Theirs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`House style of Shared ${code} saved.`)).toBeVisible()
  const stored = await admin.get<StoredStyle>(`/config/operator/style?code=${code}`)
  expect(stored).toMatchObject({ version: version + 1, primary: 'green', header: 'Mine' })
})

test('an unknown placeholder is told at its field, and the standard look comes back', async ({
  page,
  as,
  admin,
  unique,
}) => {
  const code = codeOf(unique('HR'))
  const name = `Plain ${code}`
  await admin.addOperator(code, name)
  const style = { code, version: 0, primary: 'teal', accent: 'blue', paper: 'letter' }
  await admin.call('PUT', '/config/operator/style', style)
  await as('admin', `/operator-list/index?style=${code}`)
  const dialog = editor(page, name)
  await field(dialog, 'Footer text').fill('Page {page}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field(dialog, 'Footer text')).toHaveAccessibleDescription(/Use only these words in braces/)
  await dialog.getByRole('button', { name: 'Use the standard look' }).click()
  const question = page.getByRole('dialog', { name: 'Use the standard look' })
  await question.getByRole('button', { name: 'Remove house style' }).click()
  await expect(page.getByText(`House style of ${name} removed.`)).toBeVisible()
  expect((await admin.get<StoredStyle>(`/config/operator/style?code=${code}`)).version).toBe(0)
})

test('a reader looks at the pages on a narrow window', async ({ page, as, admin, unique }) => {
  const code = codeOf(unique('HN'))
  await admin.addOperator(code, `Narrow ${code}`)
  await page.setViewportSize({ width: 360, height: 740 })
  await as('reader', `/operator-list/index?style=${code}`)
  const dialog = editor(page, `Narrow ${code}`)
  await expect(dialog.getByText('Only an administrator can change operators.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('figure')).toHaveCount(3)
  await expectNoSidewaysScroll(page)
})
