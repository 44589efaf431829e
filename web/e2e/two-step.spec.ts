import { createHmac } from 'node:crypto'
import { expect } from '@playwright/test'
import { chooseInAccountMenu, chooseInMore } from './support/shell'
import { field, forgetAll, load, signInByForm, test } from './support/test'

/** The code that an authenticator app shows for a Base32 secret, some steps of 30 s from now. */
function codeOf(secret: string, steps = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(step).digest()
  const number = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('a person sets up two-step sign-in, signs in with a code and unlocks with a recovery code', async ({
  page,
  as,
  newPerson,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/)
  const person = await newPerson('reader')
  await as(person)
  await chooseInMore(page, 'My Account')
  const account = page.getByRole('dialog', { name: 'My account' })
  await account.getByRole('tab', { name: 'Password' }).click()
  await account.getByRole('button', { name: 'Set up' }).click()

  const setUp = page.getByRole('dialog', { name: 'Set up two-step sign-in' })
  await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await field(setUp, 'Code').fill(codeOf(secret))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  const codes = setUp.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.allTextContents()
  await setUp.getByRole('button', { name: 'Done' }).click()
  await expect(account.getByText(/10 recovery codes left/)).toBeVisible()

  await forgetAll(page)
  await load(page, '/pages/login')
  await signInByForm(page, person)
  // The code of the set-up is spent; the next one is accepted a step early.
  await field(page, 'Code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()

  await chooseInAccountMenu(page, 'Lock Account')
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await field(page, 'Code').fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
})

test('an administrator requires two-step sign-in of a role and resets it for somebody', async ({
  page,
  as,
  admin,
  newPerson,
}) => {
  await as('admin', '/admin/index?tab=users')
  await page.getByRole('button', { name: 'Two-step sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' })
  await dialog.getByRole('checkbox', { name: 'Approver' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Two-step sign-in saved.')).toBeVisible()

  try {
    const approver = await newPerson('approver')
    await as(approver)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible()
    const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
    await field(page, 'Code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()

    await as('admin', `/admin/index?tab=users&filter=${approver.account}`)
    const row = page.getByRole('row', { name: new RegExp(approver.account) })
    await expect(row.getByText('Two-step')).toBeVisible()
    await row.getByRole('button', { name: `More actions for ${approver.account}` }).click()
    await page.getByRole('menuitem', { name: 'Reset two-step sign-in' }).click()
    await page.getByRole('button', { name: 'Reset two-step sign-in' }).last().click()
    await expect(row.getByText('Two-step')).toBeHidden()
  } finally {
    const { version } = await admin.get<{ version: number }>('/config/secondFactor')
    await admin.call('PUT', '/config/secondFactor', { roles: [], version })
  }
})
