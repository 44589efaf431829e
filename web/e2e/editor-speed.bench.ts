import { expect, type Page } from '@playwright/test'
import { Api, type Person } from './support/api'
import { percentile, tell } from './support/figures'
import { load, test } from './support/test'

const manual = '/NV240/AMM'
const pathOf = (code: string) => `${manual}/DMC-NV240-A-${code}_en-US.XML`
const readerOf = (code: string) => `/library${manual}?dm=DMC-NV240-A-${code}_en-US`
const source = (page: Page) => page.locator('.ed-source').getByRole('textbox')
const bytes = 200_000
const keys = 200
/** More than are measured: a key that is pressed before the last one is painted does not count. */
const pressed = keys * 1.5

/** An author checks a text of 200 kB in, so that readers have a module of this size. */
async function enlarge(server: { url: string }, author: Person, code: string): Promise<void> {
  const api = new Api(server.url, await new Api(server.url).signIn(author))
  const path = pathOf(code)
  await api.call('POST', `/files/checkout/default${path}`)
  const draft = await api.post<{ text: string; sha256: string; version: string }>(
    `/drafts/default${path}?tab=bench`,
  )
  const [head = '', ...rest] = draft.text.split('</para>')
  let added = ''
  for (let number = 1; draft.text.length + added.length < bytes; number += 1)
    added += `\n<para>Paragraph ${number} says that the pump is checked before each flight, and after it.</para>`
  const text = `${head}</para>${added}${rest.join('</para>')}`
  const answer = await api.call(
    'PUT',
    `/drafts/default${path}?tab=bench`,
    { text, version: draft.version },
    { 'If-Match': `"${draft.sha256}"` },
  )
  const { sha256 }: { sha256: string } = await answer.json()
  await api.call('POST', `/files/checkin/default${path}`, { sha256, comment: 'Longer', step: 'inWork' })
}

/** Opens the editor of a module by its menu; the milliseconds from the click until its text is painted. */
async function openEditor(page: Page, code: string): Promise<number> {
  await load(page, readerOf(code))
  await page.getByRole('button', { name: 'More actions' }).click()
  const item = page.getByRole('menuitem', { name: 'Edit' })
  await expect(item).toBeVisible()
  const opened = await item.evaluate(async (element: HTMLElement) => {
    const started = performance.now()
    element.click()
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    while (!document.querySelector('.ed-source .cm-line')) await painted()
    await painted()
    return performance.now() - started
  })
  await expect(source(page)).toBeVisible()
  await expect(source(page)).not.toHaveAttribute('aria-readonly', 'true')
  return opened
}

interface KeyTime {
  /** The time that the page worked for the key, until its frame was painted. */
  worked: number
  /** The same with the time until the screen asked for the frame. */
  shown: number
}

/** The times of the next keys. */
function keyTimes(page: Page): Promise<KeyTime[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<KeyTime[]>((resolve) => {
        const taken: KeyTime[] = []
        const channel = new MessageChannel()
        let down = 0
        let handled = 0
        let frame = 0
        let isPending = false
        // A message that is sent in a frame arrives when the frame is painted.
        channel.port1.onmessage = () => {
          const painted = performance.now()
          taken.push({ worked: handled - down + painted - frame, shown: painted - down })
          isPending = false
          if (taken.length === wanted) resolve(taken)
        }
        const begin = () => {
          if (isPending) return
          isPending = true
          down = performance.now()
          handled = down
          requestAnimationFrame(() => {
            frame = performance.now()
            channel.port2.postMessage(undefined)
          })
        }
        addEventListener('keydown', begin, { capture: true })
        addEventListener('input', () =>
          queueMicrotask(() => {
            handled = performance.now()
          }),
        )
      }),
    keys,
  )
}

/** Types where the caret is, and tells the figures. */
async function typeAndTell(page: Page, view: string): Promise<void> {
  const measured = keyTimes(page)
  await page.keyboard.type('pump '.repeat(pressed / 5), { delay: 40 })
  const times = await measured
  const worked = times.map((time) => time.worked)
  const shown = times.map((time) => time.shown)
  tell(`key to paint in 200 kB, ${view}, p95`, percentile(worked, 95), 'ms', 16)
  process.stdout.write(
    `  p50 ${percentile(worked, 50).toFixed(1)} ms; with the wait for the screen p95 ${percentile(shown, 95).toFixed(1)} ms\n`,
  )
}

test('the editor opens soon after a click', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'))
  const first = await openEditor(page, '63-20-00-00A-040A-A')
  tell('opening the editor from a click, its code included', first, 'ms', 400)
  tell('opening the editor from a click', await openEditor(page, '67-20-00-00A-040A-A'), 'ms', 400)
})

test('keys show at once in a module of 200 kB', async ({ page, as, newPerson, server }) => {
  const code = '29-10-00-00A-040A-A'
  const author = await newPerson('author')
  await enlarge(server, author, code)
  await as(author)
  tell('opening the editor with 200 kB from a click', await openEditor(page, code), 'ms', 400)
  await source(page).press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('<!-- ')
  await typeAndTell(page, 'source')
  await page.keyboard.type(' -->')
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  const paragraph = page
    .getByRole('region', { name: /^Page of / })
    .getByRole('textbox', { name: 'Paragraph' })
    .first()
  await expect(paragraph).toBeVisible()
  await paragraph.click()
  await page.keyboard.press('End')
  await typeAndTell(page, 'page')
  await expect(paragraph).toContainText('pump pump')
})
