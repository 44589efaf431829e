import { expect } from '@playwright/test'
import { people } from './support/api'
import { expectVisibleFocus, tabTo } from './support/checks'
import { field, test } from './support/test'

test('signing in, adding an operator and signing out by keyboard alone, with the focus always visible', async ({
  page,
  unique,
  expectComplaint,
}) => {
  // What was asked a moment before may be answered after the session has ended.
  expectComplaint(/status of 401/)
  const code = unique('KB').replaceAll('.', '-')
  await page.goto('/#/pages/login')
  await expect(field(page, 'Account')).toBeFocused()
  await expectVisibleFocus(page)
  await page.keyboard.type(people.admin.account)
  await page.keyboard.press('Tab')
  await expect(field(page, 'Password')).toBeFocused()
  await page.keyboard.type(people.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, admin' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'More', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Admin' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()

  await page.keyboard.type('go')
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add operator' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New operator' })
  await expect(field(dialog, 'Code')).toBeFocused()
  await page.keyboard.type(code)
  await tabTo(page, field(dialog, 'Name'))
  await page.keyboard.type('Keyboard Air')
  await tabTo(page, field(dialog, 'Country'))
  await page.keyboard.type('Japan')
  await tabTo(page, dialog.getByRole('button', { name: 'Add aircraft' }))
  await page.keyboard.press('Enter')
  const aircraft = dialog.getByRole('group', { name: 'Aircraft 1' })
  await tabTo(page, field(aircraft, 'Registration'))
  await page.keyboard.type(`JA-${code}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('77')
  await page.keyboard.press('Tab')
  await page.keyboard.type('H160-B')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Keyboard Air saved.')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('Japan')
  await expect(page.getByRole('button', { name: 'Add operator' })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Account of admin' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
})

test('the first Tab offers to skip to the content', async ({ page, as }) => {
  await as('reader')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('button', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a dialog holds the focus and gives it back', async ({ page, as }) => {
  await as('admin', '/admin/index?tab=users')
  const add = page.getByRole('button', { name: 'Add user' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await expect(field(dialog, 'Account')).toBeFocused()
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await expectVisibleFocus(page)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
})

test('tabs and sort buttons answer the keyboard', async ({ page, as }) => {
  await as('admin', '/admin/index?tab=users')
  await page.getByRole('tab', { name: 'Users' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('tab', { name: 'Groups', selected: true })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/tab=mail/)
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/tab=users/)
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Space')
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending')
})

test('who asked for less motion gets none', async ({ page, as }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await as('reader')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  const moving = await page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part)))
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
        return (
          seconds(transitionDuration) > 0.001 ||
          (animationName !== 'none' && seconds(animationDuration) > 0.001)
        )
      })
      .map((element) => element.outerHTML.slice(0, 100))
  })
  expect(moving).toEqual([])
})
