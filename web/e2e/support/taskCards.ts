import type { Locator, Page } from '@playwright/test'

/** Leaves printed task cards in the page, in place of the browser's dialog. */
export async function keepCards(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const card = document.querySelector('.jc')
      if (card) document.body.prepend(card)
    }
  })
}

/** The card that was printed last. */
export const taskCard = (page: Page): Locator => page.locator('body > .jc').first()

/** Prints the module on the page as a task card, in either language. */
export async function printCard(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(More|更多)/ })
    .click()
  await page.getByRole('menuitem', { name: /^(Print task card|打印工卡)$/ }).click()
}
