import { expect, type Locator, type Page } from '@playwright/test'
import { type Overlay, testOverlays } from './support/overlays'
import { speak, test } from './support/test'

// Colours are measured on what stands still: a fade that begins between two looks would be measured half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const dialog = (page: Page) => page.getByRole('dialog')
const inMain = (page: Page, selector: string) => page.getByRole('main').locator(selector)

/** Opens the overlay of a button at the head of the page. */
const byAction =
  (index: number, of = 'button') =>
  async (page: Page) => {
    await inMain(page, `.af-page-actions ${of}`).nth(index).click()
    await expect(dialog(page)).toBeVisible()
  }

/** Opens the overlay of an entry from the end of the menu at the head of a manual. */
const byMenu = (fromEnd: number) => async (page: Page) => {
  await inMain(page, '.li-manual-actions [aria-haspopup="menu"]').first().click()
  await page.getByRole('menuitem').nth(-fromEnd).click()
  await expect(dialog(page)).toBeVisible()
}

const database = '/library/NV240'
const manual = '/library/NV240/AMM?tab=details'

const folders: readonly Overlay[] = [
  { name: 'a new database', path: '/library/all', open: byAction(0, '.af-btn-primary') },
  { name: 'a new manual', path: database, open: byAction(0, '.af-btn-primary') },
  { name: 'a database renamed', path: database, open: byAction(0) },
  { name: 'a database deleted', path: database, open: byAction(1) },
  { name: 'a manual renamed', path: manual, open: byMenu(2) },
  { name: 'a manual deleted', path: manual, open: byMenu(1) },
]

const shelf = '/library/NV240/MULTIMEDIA'

/** Opens the first media file that is shown in `place`. */
async function openMedia(place: Locator) {
  await place.locator('.me-card').first().click()
}

const media: readonly Overlay[] = [
  { name: 'a media file chosen', path: shelf, open: byAction(0) },
  {
    name: 'a media file replaced',
    path: shelf,
    open: async (page) => {
      await byAction(0)(page)
      await openMedia(dialog(page))
      await expect(dialog(page).locator('input[type=file]')).toBeAttached()
    },
  },
  { name: 'a media file uploaded', path: shelf, open: byAction(1) },
  {
    name: 'a media file deleted',
    path: shelf,
    open: async (page) => {
      await openMedia(page.getByRole('main'))
      await dialog(page)
        .locator('.af-dialog-foot button')
        .filter({ hasText: /Delete|删除/ })
        .click()
      await expect(dialog(page).locator('.af-dialog-foot .af-btn-danger')).toBeVisible()
    },
  },
]

const packages = '/import/index?keyword=nv240-mmel-r2'

async function choosePackage(page: Page) {
  await inMain(page, 'input[type=file]').setInputFiles({
    name: 'two words.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK'),
  })
  await expect(dialog(page).locator('.im-chosen')).toBeVisible()
}

async function openBoard(page: Page) {
  await inMain(page, 'tbody .im-name').click()
  await expect(page.getByRole('tab')).toHaveCount(3)
}

async function openImporter(page: Page) {
  await openBoard(page)
  await byAction(2)(page)
  // What the import would change is known.
  await expect(dialog(page).locator('.im-effect > .af-hint')).toBeVisible()
}

const imports: readonly Overlay[] = [
  { name: 'a package to upload', path: packages, open: choosePackage },
  {
    name: 'the place to drop a package',
    path: packages,
    open: async (page) => {
      await choosePackage(page)
      await dialog(page).locator('.af-dialog-foot button').first().click()
      await expect(dialog(page).locator('input[type=file]')).toBeAttached()
    },
  },
  { name: 'the board of a package', path: packages, open: openBoard },
  {
    name: 'what a package changes',
    path: packages,
    open: async (page) => {
      await openBoard(page)
      await page.getByRole('tab').last().click()
      await expect(inMain(page, 'tbody tr').first()).toBeVisible()
    },
  },
  { name: 'the importer', path: packages, open: openImporter },
  {
    name: 'the importer with its choice of manuals',
    path: packages,
    open: async (page) => {
      await openImporter(page)
      await dialog(page).locator('.im-target button').click()
      await expect(dialog(page).getByRole('treeitem').first()).toBeVisible()
    },
  },
  {
    name: 'a package deleted',
    path: packages,
    open: async (page) => {
      await openBoard(page)
      await byAction(0)(page)
    },
  },
  {
    name: 'a task',
    path: '/all-tasks/index?keyword=nv240',
    open: async (page) => {
      await inMain(page, 'tbody .jb-name').first().click()
      await expect(dialog(page).getByRole('listitem').first()).toBeVisible()
    },
  },
]

const reading: readonly Overlay[] = [
  {
    name: 'two versions compared',
    path: '/library/NV240/MMEL?dm=DMC-NV240-A-30-31-01-00A-180A-A_en-US&part=versions',
    open: async (page) => {
      await inMain(page, '.af-row-actions a').first().click()
      await expect(page.locator('.s1d-module')).toHaveCount(1)
    },
  },
  {
    name: 'the suggestions of the search',
    path: '/search/index?search=',
    open: async (page) => {
      await page.getByRole('main').getByRole('combobox').first().fill('hydr')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
]

for (const language of ['en-US', 'zh-CN'] as const) {
  test.describe(language, () => {
    test.beforeEach(({ page }) => speak(page, language))
    testOverlays([...folders, ...media, ...imports, ...reading])
  })
}
