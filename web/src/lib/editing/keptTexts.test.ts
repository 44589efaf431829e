import { beforeEach, expect, it, vi } from 'vitest'
import { storage, stored } from '@/testing/keptTexts'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))

const path = '/H160/MEL/DMC-A_en-US.XML'
const tab = vi.hoisted(() => ({ current: 'b.1', open: ['b.1', 'b.2'] }))
vi.mock('./tab', async (original) => ({
  ...(await original<typeof import('./tab')>()),
  tabId: () => tab.current,
  claimTab: async () => undefined,
  isClosedTab: async (id: string) => !tab.open.includes(id),
}))
const { findKeptTexts, forgetKeptText, newKeptText } = await import('./keptTexts')

async function visit(id: string, text: string, on: string, file = path, account = 'arthur') {
  tab.current = id
  const kept = newKeptText(account, file)
  await kept.keep(text, { on })
  return kept
}
const found = async () => (await findKeptTexts('arthur', path)).map(({ text }) => text)

beforeEach(() => {
  stored.clear()
  storage.isFull = false
  tab.open = ['b.1', 'b.2']
})

it('finds the texts of this tab and of closed ones, newest first', async () => {
  await visit('b.3', 'of a closed tab', '2026-03-04T06:00:00Z')
  await visit('b.2', 'of an open tab', '2026-03-04T07:00:00Z')
  await visit('b.1', 'of another file', '2026-03-04T07:00:00Z', '/H160/MEL/DMC-B_en-US.XML')
  await visit('b.1', 'of another user', '2026-03-04T07:00:00Z', path, 'ann')
  await visit('b.1', 'older', '2026-03-04T04:00:00Z')
  await visit('b.1', 'newer', '2026-03-04T05:00:00Z')
  expect(await found()).toEqual(['of a closed tab', 'newer', 'older'])
  tab.open = ['b.1']
  expect(await found()).toEqual(['of an open tab', 'of a closed tab', 'newer', 'older'])
})

it('says whether the browser has stored the text', async () => {
  tab.current = 'b.1'
  const kept = newKeptText('arthur', path)
  expect(await kept.keep('typed')).toBe(true)
  storage.isFull = true
  expect(await kept.keep('typed, longer')).toBe(false)
  expect(await found()).toEqual(['typed'])
})

it('keeps the version that a text was made from', async () => {
  tab.current = 'b.1'
  await newKeptText('arthur', path).keep('typed', { version: '77' })
  expect((await findKeptTexts('arthur', path)).map(({ version }) => version)).toEqual(['77'])
})

it('forgets only the text of one visit', async () => {
  await visit('b.2', 'of the other tab', '2026-03-04T05:00:00Z')
  const own = await visit('b.1', 'own', '2026-03-04T06:00:00Z')
  await own.keep('own, longer', { on: '2026-03-04T06:01:00Z' })
  await own.forget()
  tab.open = ['b.1']
  expect(await found()).toEqual(['of the other tab'])
  const [other] = await findKeptTexts('arthur', path)
  await forgetKeptText(other?.key ?? '')
  expect(await found()).toEqual([])
})
