import { beforeEach, expect, it, vi } from 'vitest'

interface FakeStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  copy: () => FakeStorage
}

function fakeStorage(values = new Map<string, string>()): FakeStorage {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    copy: () => fakeStorage(new Map(values)),
  }
}

/** A tab of the browser whose storage this is. */
async function openTab(browser = fakeStorage(), session = fakeStorage()) {
  vi.resetModules()
  const { tabId, answerOtherTabs, isClosedTab, claimTab } = await import('./tab')
  const inTab = <Value>(run: () => Value): Value => {
    vi.stubGlobal('localStorage', browser)
    vi.stubGlobal('sessionStorage', session)
    return run()
  }
  const id = inTab(tabId)
  return { browser, session, id, inTab, tabId, answerOtherTabs, isClosedTab, claimTab }
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

it('gives a duplicated tab an id of its own, and keeps the id over a reload', async () => {
  const first = await openTab()
  const stop = first.inTab(first.answerOtherTabs)
  const copy = await openTab(first.browser, first.session.copy())
  expect(copy.id).toBe(first.id)
  await copy.inTab(copy.claimTab)
  const own = copy.inTab(copy.tabId)
  expect(own).not.toBe(first.id)
  expect(own.split('.')[0]).toBe(first.id.split('.')[0])
  stop()
  const reloaded = await openTab(first.browser, first.session.copy())
  // A page does not answer its own question.
  const stopOwn = reloaded.inTab(reloaded.answerOtherTabs)
  await reloaded.inTab(reloaded.claimTab)
  stopOwn()
  expect(reloaded.inTab(reloaded.tabId)).toBe(first.id)
})
