import type { Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './checks'
import { inGroups, load, test } from './test'

export interface Overlay {
  name: string
  /** Where it is opened; the dashboard without one. */
  path?: string
  /** How a user gets it there, without a word of any language. */
  open: (page: Page) => Promise<void>
}

/** Tests that all of them are accessible, in sentences and never wider than the window, for the administrator. */
export function testOverlays(overlays: readonly Overlay[]): void {
  for (const group of inGroups(overlays, 6)) {
    const names = group.map(({ name }) => name).join(', ')
    test(`${names}: accessible, in sentences, no sideways scroll`, async ({ page, as }) => {
      await as('admin')
      for (const { path = '/dashboard', open } of group) {
        await load(page, path)
        await open(page)
        await expectAccessible(page)
        await expectNoRawKeys(page)
        await expectNoSidewaysScroll(page)
      }
    })
  }
}
