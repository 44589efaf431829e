import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type {
  Compliance,
  File,
  ListedChangeRequest,
  ListedPolicyItem,
  OemRevision,
  OpenComments,
  PlacedComment,
  Publication,
  RevisionTodo,
} from '../src/api/types'
import type { Api } from './support/api'
import { pictureTest, pictureWindow } from './support/manualPictures'
import { editModule } from './support/revisions'
import { field, load } from './support/test'

interface List<Item> {
  items: Item[]
}

const maintenance = '/NV240/AMM/DMC-NV240-A'
const flight = '/NV240/FLM/DMC-NV240-A-15'
const masterList = '/NV240/MMEL/DMC-NV240-A'

/** The words that are shown and typed: in Chinese where the demo has a Chinese text. */
const scenes = {
  'en-US': {
    edited: `${flight}-30-00-00A-141A-A_en-US.XML`,
    edit: { at: 'Level the helicopter', words: ' Look for a clear place ahead.' },
    checkIn: { comment: 'Call and look-out added', reason: 'The crew asked for the order of calls' },
    item: `${masterList}-30-31-01-00A-180A-A_en-US.XML`,
    discussed: `${maintenance}-28-21-01-00A-520A-A_en-US.XML`,
    unclear: {
      path: `${maintenance}-28-40-00-00A-040A-A_en-US.XML`,
      words: 'Four capacitance probes measure',
    },
    request: {
      title: 'Name the tank in the fuel quantity chapter',
      description: 'Readers ask which of the two tanks each pair of probes belongs to.',
    },
    section: 'Fire protection',
    header: '{manual}, revision {revision}',
    footer: 'Controlled copy',
    replaced: { find: 'circuit breaker', with: 'breaker' },
  },
  'zh-CN': {
    edited: `${maintenance}-29-10-00-00A-364A-A_zh-CN.XML`,
    edit: { at: '每个操纵在止动位保持', words: '记录每处渗漏的滴数。' },
    checkIn: { comment: '补充渗漏记录要求', reason: '工作单上须填写滴数' },
    item: `${masterList}-30-31-01-00A-180A-A_zh-CN.XML`,
    discussed: `${maintenance}-26-21-01-00A-920A-A_zh-CN.XML`,
    unclear: { path: `${maintenance}-29-10-00-00A-040A-A_zh-CN.XML`, words: '两个泵都随旋翼转动' },
    request: {
      title: '说明自转下滑时的液压流量',
      description: '飞行员询问：自转下滑、旋翼转速较低时，泵的流量是否足够。',
    },
    section: '防火',
    header: '{manual}，第 {revision} 次修订',
    footer: '受控文件',
    replaced: { find: '跳开关', with: '断路器' },
  },
} as const

const checkOut = (api: Api, path: string) => api.call('POST', `/files/checkout/default${path}`)
const cancelCheckOut = (api: Api, path: string) => api.call('POST', `/files/cancelCheckout/default${path}`)
const editorOf = (path: string) => `/editor?path=${encodeURIComponent(path)}`

/** The page of a module in the library. */
function readerOf(path: string): string {
  const [, database, manual, file = ''] = path.split('/')
  return `/library/${database}/${manual}?dm=${file.replace('.XML', '')}`
}

/** The id in the page of the paragraph with some words. */
function placeOf(page: Page, words: string): Promise<string> {
  return page
    .getByText(words)
    .first()
    .evaluate((element) => element.closest('article [id]')?.id ?? '')
}

/** Scrolls until a card stands at the top of the window. */
async function scrollTo(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).evaluate((heading) => heading.scrollIntoView())
}

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 24"><path d="M2 16C14 4 26 4 38 12S56 20 62 8" fill="none" stroke="#14306b" stroke-width="5"/></svg>',
)

// The original is changed once for both languages of the application.
let isOriginalChanged = false

for (const language of ['en-US', 'zh-CN'] as const) {
  const scene = scenes[language]

  pictureTest.describe(language, () => {
    pictureTest.use({ ...pictureWindow, language })

    pictureTest('editing', async ({ page, as, author, t, picture }) => {
      await checkOut(author, scene.edited)
      await as('author', editorOf(scene.edited))
      await page.getByRole('button', { name: t('editor.view.page'), exact: true }).click()
      await page.locator('.ed-article').getByText(scene.edit.at).first().click()
      await page.keyboard.press('End')
      await page.keyboard.type(scene.edit.words)
      await expect(page.locator('.ed-article').getByText(scene.edit.words.trim())).toBeVisible()
      await expect(page.locator('.ed-status[data-state="saved"]')).toBeVisible()
      await picture('editor')
      await page.getByRole('button', { name: t('editing.checkIn'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await field(dialog, t('editor.checkIn.comment')).fill(scene.checkIn.comment)
      await field(dialog, t('editor.reason.text')).fill(scene.checkIn.reason)
      await picture('check-in')
    })

    pictureTest('items of a minimum equipment list', async ({ page, as, author, t, picture }) => {
      await checkOut(author, scene.item)
      await as('author', editorOf(scene.item))
      await page.getByRole('button', { name: t('forms.title'), exact: true }).click()
      await page.getByRole('menuitem', { name: t('forms.item.title'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('forms.item.category')).first().selectOption('D')
      await expect(dialog.getByText(t('forms.item.lessRestrictive'))).toBeVisible()
      await picture('mel-item')
      await cancelCheckOut(author, scene.item)
    })

    pictureTest('comments', async ({ page, as, author, reader, t, picture }) => {
      const { versionId } = await author.get<File>(`/files/default${scene.discussed}`)
      const address = `/comments/default${scene.discussed}?version=${versionId}`
      const threads = async () => (await author.get<{ threads: PlacedComment[] }>(address)).threads
      if ((await threads()).length === 0) {
        await as('reader', readerOf(scene.discussed))
        await discuss(page, scene.discussed, { author, reader })
      }
      const proposal = (await threads()).find(({ hasSuggestion }) => hasSuggestion)
      await as('author', `${readerOf(scene.discussed)}&thread=${proposal?.thread.id}`)
      const panel = page.getByRole('region', { name: t('comments.title'), exact: true })
      await expect(panel.locator('ins').first()).toBeVisible()
      await panel.getByRole('button', { name: t('comments.showText') }).click()
      await picture('comments')
    })

    pictureTest('change requests', async ({ page, as, author, t, picture }) => {
      await as('reader', readerOf(scene.unclear.path))
      await page.getByText(scene.unclear.words).first().hover()
      await page.getByRole('button', { name: t('changeRequests.ask') }).click()
      const dialog = page.getByRole('dialog')
      await field(dialog, t('changeRequests.form.title')).fill(scene.request.title)
      await field(dialog, t('changeRequests.form.description')).fill(scene.request.description)
      await picture('request-change')
      const { items } = await author.get<List<ListedChangeRequest>>('/changeRequests?manualPath=/NV240/FLM')
      await as('author', `/change-requests/${items[0]?.id}?tab=changes`)
      await expect(page.locator('main ins').first()).toBeVisible()
      await picture('change-request')
    })

    pictureTest('revisions', async ({ page, as, author, t, picture }) => {
      const revisions = await author.get<OemRevision[]>('/revisions?manualPath=/NV240/FLM')
      const idOf = (state: string) => revisions.find((each) => each.number > 1 && each.state === state)?.id
      await as('approver', `/revisions/${idOf('waiting')}`)
      const conflicts = new RegExp(`^\\d+.*${t('revisions.forecast.row.withConflicts')}$`)
      await expect(page.getByRole('link', { name: conflicts })).toBeVisible()
      await expect(page.getByText(t('revisions.forecast.notYet'))).toHaveCount(0)
      await picture('forecast')
      const confirmed = idOf('confirmed')
      const { items } = await author.get<List<RevisionTodo>>(`/revisions/${confirmed}/todos?state=open`)
      await as('author', `/revisions/${confirmed}/todos/${items[0]?.id}`)
      await page.locator('kbd').first().waitFor()
      await page.keyboard.press('2')
      await expect(page.locator('.rd-compared [data-origin]').first()).toBeVisible()
      await picture('merge')
    })

    pictureTest('publishing', async ({ page, as, author, t, picture }) => {
      await as('author', '/publications?manual=/NV240/FLM&do=create')
      const dialog = page.getByRole('dialog')
      await field(dialog, t('publications.revision')).fill('3')
      await expect(dialog.getByText(t('publications.blockers.draft'))).toBeVisible()
      await picture('publish')
      const { items } = await author.get<List<Publication>>('/publications?manualPath=/NV240/FLM')
      const approved = items.find(({ state }) => state === 'approved')
      await as('approver', `/publications/${approved?.id}`)
      await expect(page.getByText(t('publications.readers.title'), { exact: true })).toBeVisible()
      await picture('publication')
    })

    pictureTest('compliance', async ({ page, as, author, t, picture }) => {
      const { items } = await author.get<List<ListedPolicyItem>>(
        '/compliance/policyItems?keywordFilter=AZR.OPS.265',
      )
      const item = items[0]
      await as('author', `/compliance/${item?.path.split('/')[1]}?item=${item?.id}`)
      await expect(page.getByRole('group', { name: t('compliance.answers') }).first()).toBeVisible()
      await picture('requirement')
      await load(page, '/compliance-review')
      await expect(page.getByRole('list', { name: t('compliance.reviews.suspects') })).toBeVisible()
      await picture('to-review')
      await load(page, '/compliance-overview/index')
      await picture('compliance-overview')
    })

    pictureTest('regulations', async ({ page, as, author, t, picture }) => {
      const [collection] = await author.get<Compliance[]>('/compliance')
      const name = 'azr-ops-3.csv'
      await as('author', `/compliance-import/index?collection=${collection?.id}`)
      await page
        .locator('main input[type="file"]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(thirdEdition()) })
      const changes = page.getByRole('table', { name: t('regulations.changes'), exact: true })
      await expect(changes.getByRole('row', { name: /AZR\.GEN\.115/ })).toBeVisible()
      await scrollTo(page, t('regulations.changes'))
      await picture('regulation-import')
    })

    pictureTest('groups and access', async ({ page, as, t, picture }) => {
      await as('admin', '/admin/index?tab=access')
      await page.getByRole('button', { name: t('access.changeOne', { path: '/NV300' }), exact: true }).click()
      await expect(page.getByRole('dialog').getByText('NV300 project').first()).toBeVisible()
      await picture('access')
    })

    pictureTest('fleets', async ({ page, as, admin, t, picture }) => {
      await as('author', '/library/NV240/AMM?tab=fleet')
      const grid = page.getByRole('table', { name: t('fleet.map.caption') })
      await grid.getByRole('link').first().click()
      await grid.getByRole('link', { name: new RegExp(scene.section) }).click()
      await expect(grid.locator('.fm-alternates').first()).toBeVisible()
      await expect(grid.locator('[data-outcome="pending"]')).toHaveCount(0)
      await picture('fleet-map')

      // A bulletin is embodied in the last aircraft of the fleet.
      const { name, aircraft } = await admin.operator('AZB')
      const { registration, productAttributes } = aircraft.at(-1) ?? {
        registration: '',
        productAttributes: [],
      }
      await as('admin', '/operator-list/index?operator=AZB')
      const dialog = page.getByRole('dialog', { name: t('operators.editTitle', { name }) })
      const row = dialog.getByRole('group', {
        name: t('operators.aircraft.row', { number: aircraft.length }),
      })
      await row.getByRole('button', { expanded: false }).click()
      await field(row, t('operators.attributes.value'))
        .nth(productAttributes.findIndex((attribute) => attribute.name === 'SB26003'))
        .fill('POST')
      await dialog.getByRole('button', { name: t('fleet.preview.open') }).click()
      const preview = page.getByRole('region', { name: registration, exact: true })
      await expect(preview).toBeVisible()
      await expect(preview.getByRole('status')).toHaveCount(0)
      await preview
        .getByRole('button', { name: new RegExp(t('fleet.preview.change.alternate')) })
        .first()
        .click()
      await preview
        .getByRole('button', { name: t('fleet.preview.showIt.redline') })
        .first()
        .click()
      await picture('fleet-preview')
    })

    pictureTest('translations', async ({ page, as, author, t, picture }) => {
      const pathIn = (each: string) => `${maintenance}-65-41-01-00A-310A-A_${each}.XML`
      if (!isOriginalChanged) await editModule(author, pathIn('en-US'), stricter)
      isOriginalChanged = true
      await checkOut(author, pathIn('zh-CN'))
      await as('author', `/translation?path=${encodeURIComponent(pathIn('zh-CN'))}`)
      const lines = page.getByRole('table', { name: t('translation.rows') })
      await expect(lines.getByRole('textbox').first()).toBeVisible()
      await picture('translation')
      await cancelCheckOut(author, pathIn('zh-CN'))
    })

    pictureTest('house style', async ({ page, as, t, picture }) => {
      await as('admin', '/operator-list/index?style=AZB')
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('group', { name: t('operators.style.primary') })
        .getByRole('radio', { name: t('operators.style.colours.navy') })
        .check()
      await field(dialog, t('operators.style.header')).fill(scene.header)
      await field(dialog, t('operators.style.footer')).fill(scene.footer)
      await dialog
        .getByLabel(t('operators.logo.label'), { exact: true })
        .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: drawing })
      await expect(dialog.getByRole('img', { name: t('operators.logo.preview') }).first()).toBeVisible()
      await picture('house-style')
    })

    pictureTest('find and replace', async ({ page, as, t, picture }) => {
      const search = new URLSearchParams({ manual: '/NV240/AMM', ...scene.replaced })
      await as('author', `/replace?${search}`)
      await expect(page.getByRole('button', { name: t('replacements.apply'), exact: true })).toBeVisible()
      await picture('replace')
    })
  })
}

/** A question with its answer, and a suggestion, on a Chinese procedure that nobody has commented on yet. */
async function discuss(page: Page, path: string, { author, reader }: Record<'author' | 'reader', Api>) {
  const { versionId: version } = await author.get<File>(`/files/default${path}`)
  const start = async (words: string, written: { text: string; suggestion?: string }) =>
    reader.post<OpenComments>(`/comments/default${path}`, {
      version,
      anchor: await placeOf(page, words),
      ...written,
    })
  const question = await start('用第二把扳手固定瓶口凸台', {
    text: '两个螺母要同时松开吗？@li.author',
  })
  await author.post(`/comments/threads/${question.thread.id}`, {
    text: '不用。先松开靠近发动机一侧的螺母。',
  })
  await start('托架螺栓拧紧至', {
    text: '一次拧到 45 Nm 时密封件会移位。',
    suggestion: '托架螺栓拧紧至 12 Nm，出口螺母分两次拧紧至 45 Nm。',
  })
}

/** The limits of the chip inspection, with less that is allowed. */
function stricter(text: string): string {
  return text
    .replace('A valve keeps the oil in.', 'A valve keeps the oil in. Hold a cloth below it.')
    .replace('Up to three flakes below 0.5 mm', 'Up to two flakes below 0.3 mm')
}

/** The next edition of the demo's regulation: some of its first requirements are other ones. */
function thirdEdition(): string {
  return readFileSync(new URL('../../demo/regulation/azr-ops-2.csv', import.meta.url), 'utf8')
    .replace('Edition 2', 'Edition 3')
    .replaceAll('2026-10-01', '2027-03-01')
    .replace('on the day after the defect is found', 'when the defect is found')
    .replace('by operating limitations, by transfer', 'by limitations, by transfer')
    .replace('AZR.GEN.115,Equipment that is not listed', 'AZR.GEN.117,Equipment that is not listed')
    .replace(/^AZR\.GEN\.125,.*\n/m, '')
    .replace('within the time that the authority sets', 'within 30 days')
}
