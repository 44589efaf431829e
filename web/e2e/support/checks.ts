import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'

// Goes on after a defect, so that one run tells all of them.
const softly = expect.configure({ soft: true })

// Every fresh page is given it anew, and the minified one is half as long.
const axeScript = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No rule of WCAG 2.2 AA, and no good practice axe knows, is broken on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  softly(await brokenRules(page), `Accessible: ${page.url()}`).toEqual([])
}

/** Run inside the page and asked for violations alone: listing all that is right takes three times as long. */
async function brokenRules(page: Page): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return page.evaluate(async (values) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: 'tag', values },
      // Of level A, but not among the tags: the name of a control holds the words that stand on it.
      rules: { 'label-content-name-mismatch': { enabled: true } },
      resultTypes: ['violations'],
      // A website on disk may not fetch its own stylesheets.
      preload: location.protocol !== 'file:',
    })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, tags)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Rows of an answer before, which are shown until the next one comes. */
const dimmed = ['.se-stale', '.af-table-stale', '[data-stale]'].map((rows) => `${rows}:visible`).join(', ')

/**
 * Colours are measured when fades are over, skeletons are gone and no rows are dimmed. Pages that stay in memory may
 * have theirs.
 */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('.af-skeleton:visible')).toHaveCount(0)
  await expect(page.locator(dimmed)).toHaveCount(0)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
}

/** Every text is a sentence or a word, none the key of one. */
export async function expectNoRawKeys(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      // Accounts and action codes look like keys, and stand in code or in cells of their own.
      if (!parentElement?.closest('code, .af-code, script, style')) found.push(textContent?.trim() ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        found.push(element.getAttribute(name) ?? '')
      }
    }
    return [document.title, ...found]
  })
  const accounts = /^(ines|li|ruth|reader|author|approver|admin|pending)\.[\w.]+$/
  const isKey = (text: string) => /^[a-z]+(\.[a-zA-Z]+)+$/.test(text)
  const keys = texts.filter(
    (text) => isKey(text) && !/\.(zip|json|csv|sig)$/.test(text) && !accounts.test(text),
  )
  softly(keys, `In sentences: ${page.url()}`).toEqual([])
}

const widths = [320, 360, 390, 768, 992, 1440, 2560]

/** Nobody has to scroll sideways, whatever the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // What floats finds its new place a moment after the window has its new size.
    await softly
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        { message: `Nothing sticks out at ${width} px: ${page.url()}`, timeout: 5_000 },
      )
      .toBe(0)
  }
  if (before) await page.setViewportSize(before)
}

/** Whoever uses the keyboard can see where they are. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { on: 'nothing', visible: false }
    const seen = (each: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    const box = element.getBoundingClientRect()
    return {
      on: element.outerHTML.slice(0, 120),
      visible: element.matches(':focus-visible') && seen(element) && box.width > 0 && box.height > 0,
    }
  })
  expect(focus).toMatchObject({ visible: true })
}

/** Presses Tab, or Shift+Tab, until `target` has the focus, and looks at each stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < mostStops; step += 1) {
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${mostStops} times ${key} did not reach ${target}`)
}

const mostStops = 60
