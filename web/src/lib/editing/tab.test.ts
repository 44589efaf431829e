import { beforeEach, expect, it, vi } from 'vitest'

function fakeStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

/** A tab of the browser whose storage this is. */
async function openTab(browser = fakeStorage()) {
  vi.resetModules()
  const session = fakeStorage()
  const { tabId, answerOtherTabs, isClosedTab } = await import('./tab')
  const inTab = <Value>(run: () => Value): Value => {
    vi.stubGlobal('localStorage', browser)
    vi.stubGlobal('sessionStorage', session)
    return run()
  }
  const id = inTab(tabId)
  return { browser, id, inTab, answerOtherTabs, isClosedTab }
}

beforeEach(() => vi.unstubAllGlobals())

it('keeps its id and shares its beginning with the tabs of the same browser', async () => {
  const first = await openTab()
  const second = await openTab(first.browser)
  const elsewhere = await openTab()
  expect(first.inTab(() => first.id)).toBe(first.id)
  expect(second.id).not.toBe(first.id)
  expect(second.id.split('.')[0]).toBe(first.id.split('.')[0])
  expect(elsewhere.id.split('.')[0]).not.toBe(first.id.split('.')[0])
})

it('knows an open tab from a closed one, and takes those of other browsers for open', async () => {
  const first = await openTab()
  const stop = first.inTab(first.answerOtherTabs)
  const second = await openTab(first.browser)
  const ask = (id: string) => second.inTab(() => second.isClosedTab(id))
  const asked = ask(first.id)
  // The first tab answers in its own storage.
  first.inTab(() => undefined)
  expect(await asked).toBe(false)
  stop()
  expect(await ask(first.id)).toBe(true)
  expect(await ask('another-browser.tab')).toBe(false)
})
