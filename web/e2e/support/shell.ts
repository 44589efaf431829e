import type { Locator, Page } from '@playwright/test'

export const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main navigation' })
export const sidebarToggle = (page: Page): Locator =>
  page.getByRole('button', { name: 'Show or hide the sidebar' })

/** The entries of a sidebar group. */
export const groupEntries = (page: Page, name: string): Locator =>
  sidebar(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .getByRole('list')
    .getByRole('listitem')

/** Chooses an entry of the sidebar's More group. */
export async function chooseInMore(page: Page, entry: string): Promise<void> {
  const more = sidebar(page).getByRole('button', { name: 'More', exact: true })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
  await groupEntries(page, 'More').filter({ hasText: entry }).locator('a, button').click()
}

export const accountButton = (page: Page): Locator => page.getByRole('button', { name: /^Account of / })

/** Chooses an entry of the header's account dropdown. */
export async function chooseInAccountMenu(page: Page, entry: string): Promise<void> {
  await accountButton(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
