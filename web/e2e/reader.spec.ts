import { expect, type Page } from '@playwright/test'
import { people } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { sidebar } from './support/shell'
import { forgetAll, load, signInByForm, speak, test } from './support/test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const tree = (page: Page) => page.getByRole('tree', { name: 'Folder tree' })
const place = (page: Page) => tree(page).getByRole('treeitem', { selected: true })
const around = (page: Page) => page.getByRole('navigation', { name: 'Previous and next module' })
const fire = 'DMC-NV240-A-26-20-00-00A-040A-A_en-US'
const blade = 'DMC-NV240-A-62-11-01-00A-720A-A_en-US'
const singleBottle = 'DMC-NV240-A-26-21-01-00A-920A-A_en-US'
const fireTest = 'DMC-NV240-A-26-21-00-00A-345A-A_en-US'

test('a manual opens at its first module, leads on from it, and the tree follows', async ({ page, as }) => {
  await as('reader', '/library/NV240/AMM')
  await expect(page.getByRole('tab', { name: 'Read', selected: true })).toBeVisible()
  await expect(page.locator('.s1d-module')).toBeVisible()
  await expect(around(page).getByRole('button', { name: 'Previous' })).toBeDisabled()
  await around(page).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/dm=DMC-NV240/)
  await expect(around(page).getByText(/^2 of \d+$/)).toBeVisible()
  // The code stands there until the title is known.
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).not.toHaveText(/^DMC-/)
  const title = (await heading.textContent()) ?? ''
  await expect(place(page)).toContainText(title.split(' - ')[0] ?? title)
  await around(page).getByRole('link', { name: 'Previous' }).click()
  await expect(around(page).getByText(/^1 of \d+$/)).toBeVisible()
})

/** Where the text of the module begins in the window. */
const textTop = (page: Page) =>
  page.locator('.s1d-module').evaluate((module) => {
    const texts = document.createTreeWalker(module, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      range.selectNodeContents(node)
      const { top, height } = range.getBoundingClientRect()
      if (node.textContent?.trim() && height > 0) return top
    }
    return Number.POSITIVE_INFINITY
  })

for (const { width, height, share } of [
  { width: 1440, height: 900, share: 1 / 4 },
  { width: 1024, height: 768, share: 1 / 3 },
  { width: 390, height: 844, share: 1 / 3 },
]) {
  test(`the text begins high in a window of ${width} by ${height}, under a bar that stays`, async ({
    page,
    as,
  }) => {
    await page.setViewportSize({ width, height })
    await as('reader', `/library/NV240/AMM?dm=${fire}&aircraft=QZ-HAB`)
    await expect(page.getByText(/^1 item hidden/)).toBeVisible()
    expect(await textTop(page)).toBeLessThan(height * share)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByText('Engine fire extinguishing - Description')).toBeAttached()

    // Not by the wheel, which enlarges the picture below the pointer.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.locator('.s1d-module h2').first()).not.toBeInViewport()
    const bar = page.locator('.rd-bar')
    for (const part of [
      bar.getByRole('heading', { name: 'Engine fire extinguishing - Description' }),
      bar.getByRole('button', { name: 'Effectivity: QZ-HAB' }),
      bar.getByRole('button', { name: 'Version: Working R2' }),
      around(page).getByRole('link', { name: 'Next' }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 0.5 })
    }
    expect((await bar.boundingBox())?.height).toBeLessThan(56)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test('the contents are searched, and an entry found is read', async ({ page, as }) => {
  await as('reader', '/library/NV240/AMM')
  await page.getByRole('searchbox', { name: /Find in/ }).fill('fire exting')
  const found = page.getByRole('tree', { name: 'Search results in the contents' })
  await found.getByRole('treeitem').first().click()
  await expect(page.locator('.s1d-module')).toContainText(/extinguish/i)
})

test('references lead on and Back returns', async ({ page, as }) => {
  await as('reader', `/library/NV240/AMM?dm=${blade}`)
  const reference = page.locator('.rd-article a[data-kind="dm"]').first()
  await reference.click()
  await expect(page).not.toHaveURL(new RegExp(blade))
  await expect(page.locator('.s1d-module')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(blade))
})

test('the aircraft is chosen in the header for all manuals, and kept with the account', async ({
  page,
  as,
  newPerson,
}) => {
  const person = await newPerson('reader')
  const header = page.getByRole('banner')
  await as(person, '/dashboard')
  await header.getByRole('button', { name: 'Effectivity: All aircraft' }).click()
  await page.getByRole('combobox', { name: 'Aircraft', exact: true }).selectOption('QZ-HAB')
  await expectAccessible(page)
  // The button shows the choice before the server has it.
  const saved = page.waitForResponse(/updateUserSelf$/)
  await page.getByRole('button', { name: 'Apply' }).click()
  await saved
  await expect(header.getByRole('button', { name: 'Effectivity: QZ-HAB' })).toBeVisible()

  await as(person, `/library/NV240/AMM?dm=${fire}`)
  await expect(page.getByRole('heading', { name: /Second shot/ })).toBeVisible()
  await expect(page.getByText('There is one bottle and one shot')).toHaveCount(0)
  await expect(page.getByText(/^1 item hidden/)).toBeVisible()
  await page.getByRole('button', { name: /Pre SB NV240-26-003/ }).click()
  const why = page.getByRole('dialog', { name: /Why/ })
  await expect(why).toContainText('Does not apply')
  await expect(why).toContainText('SB NV240-26-003 = Post (embodied)')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.locator('.rd-bar').getByRole('button', { name: 'Effectivity: QZ-HAB' }).click()
  await page.getByRole('combobox', { name: 'Content that does not apply' }).selectOption('Grey out')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('There is one bottle and one shot')).toBeVisible()
  await expect(page).not.toHaveURL(/aircraft=/)

  await header.getByRole('button', { name: 'Effectivity: QZ-HAB' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'All aircraft' }).click()
  await expect(page.getByText(/^2 items apply to some aircraft only/)).toBeVisible()
})

test('a module for other aircraft is not shown unless asked, and then under a notice that stays', async ({
  page,
  as,
}) => {
  const told = 'This module does not apply to the selected aircraft'
  await as('reader', `/library/NV240/AMM?dm=${singleBottle}`)
  await expect(page.locator('.s1d-module')).toBeVisible()
  await load(page, `/library/NV240/AMM?dm=${singleBottle}&aircraft=QZ-HAA`)
  await expect(page.getByRole('heading', { name: told })).toBeVisible()
  await expect(page.locator('.s1d-module')).toHaveCount(0)
  await expect(place(page)).toHaveAccessibleName(/Not applicable to the selected aircraft$/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show anyway (greyed out)' }).click()
  await expect(page.locator('[data-outside=greyed] .s1d-module')).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(page.locator('.s1d-module h2').first()).not.toBeInViewport({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByText(told)).toBeInViewport()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(told)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await around(page).getByRole('link', { name: 'Previous' }).click()
  await expect(page.locator('.s1d-module')).toBeVisible()
  await expect(page.getByText(told)).toHaveCount(0)
})

test('a link to a paragraph is copied and leads there, through signing in too', async ({
  page,
  as,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await as('reader', `/library/NV240/AMM?dm=${fire}`)
  // An image that comes later moves the text below the pointer.
  await expect(page.locator('.pv').first().locator('svg').first()).toBeVisible()
  await page
    .getByRole('group', { name: 'Module text' })
    .getByText(/There is one bottle/)
    .hover()
  await page.getByRole('button', { name: 'Copy link to this paragraph' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`#/library/NV240/AMM\\?dm=${fire}&at=s1d-`))

  await forgetAll(page)
  await page.goto(link)
  await signInByForm(page, people.reader)
  const paragraph = page.getByText(/There is one bottle and one shot/)
  await expect(paragraph).toBeInViewport()
  await expect(paragraph).toBeFocused()
})

test('a picture is enlarged, by buttons and by keys', async ({ page, as }) => {
  await as('reader', `/library/NV240/AMM?dm=${fire}`)
  const picture = page.locator('.pv').first()
  await expect(picture.locator('svg').first()).toBeVisible()
  await picture.getByRole('button', { name: 'Zoom in' }).click()
  await expect(picture.getByText('150 %')).toBeVisible()
  await picture.getByRole('group').first().focus()
  await page.keyboard.press('+')
  await expect(picture.getByText('200 %')).toBeVisible()
  await page.keyboard.press('0')
  await expect(picture.getByText('100 %')).toBeVisible()
})

test('a module is printed without the frame, the tree and the tools', async ({ page, as }) => {
  await as('reader', `/library/NV240/AMM?dm=${fire}`)
  const picture = page.locator('.pv').first()
  const onScreenOnly = [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    sidebar(page),
    page.getByRole('navigation', { name: 'Breadcrumb' }),
    tree(page),
    page.getByRole('tablist'),
    around(page),
    page.getByRole('button', { name: 'Bookmark this module' }),
    page.getByRole('navigation', { name: 'On this page' }),
    picture.getByRole('button', { name: 'Zoom in' }),
  ]
  const printed = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('group', { name: 'Module text' }).getByText(/There is one bottle/),
    picture.locator('.pv-drawing svg'),
  ]
  for (const part of [...onScreenOnly, ...printed]) await expect(part).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const part of onScreenOnly) await expect(part).toBeHidden()
  for (const part of printed) await expect(part).toBeVisible()
})

test('a module is bookmarked and stands among what was read last', async ({ page, as, newPerson }) => {
  const visited = page.waitForResponse(/recentVisit$/)
  await as(await newPerson('reader'), `/library/NV240/AMM?dm=${fire}`)
  await page.getByRole('button', { name: 'Bookmark this module' }).click()
  await expect(page.getByRole('button', { name: 'Remove bookmark' })).toHaveAttribute('aria-pressed', 'true')
  expect((await visited).status()).toBe(204)
  await page.reload()
  await page.getByRole('button', { name: 'Remove bookmark' }).click()
  await expect(page.getByRole('button', { name: 'Bookmark this module' })).toBeVisible()
})

test('two versions stand side by side, and one goes through what differs', async ({ page, as, admin }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  const { items } = await admin.get<{ items: { path: string }[] }>(
    '/dm/getAllDmListWithPage?manualPath=/NV240/MMEL&lane=oem&pageNumber=1&pageSize=500',
  )
  const versions = (path: string) => admin.get<unknown[]>(`/files/getVersions/default${path}`)
  const counted = await Promise.all(
    items.map(async ({ path }) => ({ path, count: (await versions(path)).length })),
  )
  const changed = counted.find(({ count }) => count > 1)?.path ?? ''
  const key = changed.replace(/^.*\//, '').replace(/\.XML$/, '')
  await as('reader', `/library/NV240/MMEL?dm=${key}&part=versions`)
  const compare = page.getByRole('link', { name: 'Compare', exact: true }).first()
  await expect(compare).toBeInViewport({ ratio: 1 })
  await compare.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Compare:/ })).toBeVisible()
  await expect(page.locator('.s1d-module')).toHaveCount(1)
  await expect(page.getByText(/^\d+ differences?$/)).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText(/^Difference 1 of \d+/)).toBeVisible()
  // From the first to the last one, which is in the text: the first may be a date that the page does not show.
  await page.keyboard.press('p')
  await expect(page.locator('[data-current]').last()).toBeInViewport()
  await expectAccessible(page)
  const listed = page.getByRole('complementary', { name: 'Differences' }).getByRole('button')
  await listed.last().click()
  await expect(listed.last()).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Side by side' }).click()
  await expect(page.locator('.s1d-module')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Source' }).click()
  await expect(page.locator('.rd-source ins').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'One text' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.s1d-module')).toHaveCount(1)
  await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 390)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All versions' }).click()
  await expect(page.getByRole('table', { name: 'Versions' })).toBeVisible()
})

test('another revision has contents of its own: nothing of the one before is asked for', async ({
  page,
  as,
}) => {
  await as('reader', '/library/NV240/MMEL')
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect(tree(page).getByRole('treeitem', { expanded: true }).nth(4)).toBeVisible()
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await page.getByRole('button', { name: /^Version: / }).click()
  await page.getByRole('menuitemradio', { name: /^Revision 3/ }).click()
  await expect(page).toHaveURL(/revision=/)
  await expect(page.locator('.s1d-module')).toBeVisible()
  await expect(tree(page).getByRole('treeitem', { name: 'Dispatch locator' })).toBeVisible()
  expect(refused).toEqual([])
})

test('references are a picture that the keyboard walks through, and a list', async ({ page, as }) => {
  await as('reader', `/library/NV240/AMM?dm=${blade}&part=graph`)
  const picture = page.locator('svg.gr')
  await expect(picture.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'List view' })).toBeVisible()
  await picture.getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(new RegExp(blade))
})

for (const [name, begins] of [
  ['As CSV', /^(\ufeff)?.*(Code|code)/],
  ['As Excel (XLSX)', /^PK/],
] as const) {
  test(`the list of modules is exported: ${name}`, async ({ page, as }) => {
    await as('reader', '/library/NV240/AMM?tab=modules&filter=fire')
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString('utf8')).toMatch(begins)
  })
}

test('containers and unreferenced modules are searched, sorted and exported like all others', async ({
  page,
  as,
}) => {
  for (const [tab, file] of [
    ['containers', 'MMEL-containers.csv'],
    ['unreferenced', 'MMEL-unreferenced.csv'],
  ]) {
    await as('reader', `/library/NV240/MMEL?tab=${tab}`)
    const order = page.getByRole('combobox', { name: 'Sort by' })
    await order.selectOption('Title')
    await expect(page).toHaveURL(/sort=title/)
    await expect(order).toHaveValue('title')
    await page.getByRole('button', { name: 'Reverse order' }).click()
    await expect(page).toHaveURL(/sort=title&order=desc/)
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'As CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(file)
    await page.getByRole('searchbox', { name: 'Code or title' }).fill('no module is called so')
    await expect(page.getByText('No results for “no module is called so”')).toBeVisible()
  }
})

test('columns are chosen and stay chosen', async ({ page, as }) => {
  await as('reader', '/library/NV240/AMM?tab=modules&filter=26-20')
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'System (SNS)' }).click()
  await expect(page.getByRole('columnheader', { name: 'System (SNS)' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('cell', { name: /^26 / }).first()).toBeVisible()
})

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`reading is accessible, in sentences and never wider than the window: ${language}`, async ({
    page,
    as,
  }) => {
    test.slow()
    await speak(page, language)
    await as('reader')
    for (const path of [
      `/library/NV240/AMM?dm=${fire}`,
      `/library/NV240/AMM?dm=${fireTest}&aircraft=QZ-HAA`,
      `/library/NV240/AMM?dm=${singleBottle}&aircraft=QZ-HAA&outside=grey`,
      `/library/NV240/AMM?dm=${blade}&part=graph`,
      '/library/NV240/MMEL',
      '/library/NV240/MMEL?tab=containers',
    ]) {
      await load(page, path)
      await expect(page.locator('.s1d-module, svg.gr, .li-containers')).toBeVisible()
      await expectAccessible(page)
      await expectNoRawKeys(page)
      await expectNoSidewaysScroll(page)
    }
  })
}
