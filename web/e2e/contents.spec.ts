import { expect, type Page } from '@playwright/test'
import type { TocNode } from '../src/api/types'
import { percentile, tell } from './support/figures'
import { test } from './support/test'

const chapters = 1000
const modulesEach = 99
const pageSize = 200

/** Contents of 100,000 entries in place of the demo's: to import as many takes longer than a test may. */
async function giveManyContents(page: Page): Promise<void> {
  await page.route('**/kbj/api/toc/getLeafNodeWithPage', async (route) => {
    const { nodeId, profileId, pageNumber } = route.request().postDataJSON()
    const total = nodeId === undefined ? chapters : modulesEach
    const first = (pageNumber - 1) * pageSize
    const count = Math.max(0, Math.min(pageSize, total - first))
    const items = Array.from({ length: count }, (_, index) =>
      nodeId === undefined ? chapter(first + index, profileId) : module(nodeId, first + index, profileId),
    )
    await route.fulfill({ json: { items, total, pageNumber, pageSize } })
  })
}

const place = { container: null, children: [], manualId: '1', path: '/NV240/MMEL', dangling: false }

function chapter(index: number, profileId: string): TocNode {
  const own = { id: `c${index}`, name: `Chapter ${index}`, tocPrefix: String(index), type: 'toc' as const }
  return { ...place, ...own, profileId, sourceFiles: [], leaf: false, childCount: modulesEach }
}

function module(of: string, index: number, profileId: string): TocNode {
  const own = { id: `${of}-${index}`, name: `Module ${index} of ${of}`, tocPrefix: '', type: 'html' as const }
  return {
    ...place,
    ...own,
    profileId,
    sourceFiles: [`/NV240/MMEL/M-${of}-${index}.XML`],
    leaf: true,
    childCount: 0,
  }
}

test('contents of 100,000 entries are open at once and scroll smoothly', async ({ page, as }) => {
  await giveManyContents(page)
  await as('reader', '/library/NV240/MMEL?tab=details')
  const tree = page.getByRole('tree', { name: 'Folder tree' })
  await page.getByRole('button', { name: 'Expand all' }).waitFor()
  await tree.getByRole('treeitem', { name: 'MMEL' }).waitFor()
  const firstRow = await page.evaluate(async () => {
    const started = performance.now()
    document.querySelector<HTMLElement>('[aria-label="Expand all"]')?.click()
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    while (!document.querySelector('[role=treeitem][aria-level="4"]')) await painted()
    await painted()
    return performance.now() - started
  })
  await expect(tree.getByRole('treeitem', { name: 'Module 0 of c0' })).toBeVisible()
  tell('contents of 100,000, from the click to the first row', firstRow, 'ms', 500)

  const steps = await tree.evaluate(async (element) => {
    const taken: number[] = []
    const stride = element.scrollHeight / 150
    for (let step = 0; step < 150; step += 1) {
      const started = performance.now()
      element.scrollTop += stride
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      taken.push(performance.now() - started)
    }
    return taken
  })
  expect(await tree.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(100_000 * 32)
  tell('contents of 100,000, one step of scrolling, p95', percentile(steps, 95), 'ms', 50)
  await expect(tree.getByRole('treeitem', { name: 'Module 98 of c999' })).toBeVisible()
})
