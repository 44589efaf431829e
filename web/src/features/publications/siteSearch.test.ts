import { readFileSync } from 'node:fs'
import { beforeEach, expect, it, vi } from 'vitest'

/** The scripts of published websites, as far as these tests need them. */
interface SiteScripts {
  ui: string
  texts: Record<string, Record<string, string>>
  content: { parts: string[]; modules: string[][] }
  t: (key: string, values?: Record<string, unknown>) => string
  split: (query: string) => { text: string; whole: boolean }[]
  words: (part: string, words: Record<string, number[]>) => void
  load: (path: string) => Promise<void>
  find: (query: string) => Promise<{ modules: number[]; total: number }>
}

const folder = new URL('../../../../crates/publish/src/site/assets/', import.meta.url)
const code = ['texts.js', 'search.js'].map((name) => readFileSync(new URL(name, folder), 'utf8'))

function siteFor(search: string, language: string): SiteScripts {
  vi.stubGlobal('location', { search })
  vi.stubGlobal('navigator', { language })
  vi.stubGlobal('document', { documentElement: { dataset: { root: './' } } })
  return new Function(`${code.join('\n')}\nreturn site`)()
}

let site: SiteScripts
const loaded = vi.fn<(path: string) => void>()

beforeEach(() => {
  loaded.mockClear()
  site = siteFor('', 'en-US')
  const [bolt, panel, pump] = [
    ['A', 'DMC-A', 'en-US', 'Bolt'],
    ['B', 'DMC-B', 'en-US', 'Panel'],
    ['C', 'DMC-C', 'zh-CN', '泵'],
  ]
  site.content = { parts: ['50-', 'b_', 'bo', 'pa'], modules: [panel ?? [], bolt ?? [], pump ?? []] }
  site.load = async (path) => {
    loaded(path)
    if (path === 'data/words-bo.js') site.words('bo', { bolt: [0, 1], bolts: [2] })
    if (path === 'data/words-b_.js') site.words('b_', { b: [1] })
    if (path === 'data/words-pa.js') site.words('pa', { panel: [0] })
    if (path === 'data/words-50-.js') site.words('50-', { 液: [2], 液压: [2] })
  }
})

it('has the same texts in both languages, and that of the address first', () => {
  const [english, chinese] = ['en', 'zh'].map((language) => Object.keys(site.texts[language] ?? {}))
  expect(chinese).toEqual(english)
  expect(site.t('found', { count: 3 })).toBe('3 found')
  expect([siteFor('', 'zh-CN').ui, siteFor('?ui=en', 'zh-CN').ui, siteFor('', 'fr').ui]).toEqual([
    'zh',
    'en',
    'en',
  ])
})

it('splits what is typed as the index does', () => {
  expect(site.split('Remove the (QUICK-release) 液压泵').map(({ text }) => text)).toEqual([
    'remove',
    'the',
    'quick',
    'release',
    '液压',
    '压泵',
  ])
  expect(site.split('油 x')).toEqual([
    { text: '油', whole: true },
    { text: 'x', whole: false },
  ])
})

it('finds all words by their beginning, titles first, and loads only what it needs', async () => {
  expect(await site.find('bol')).toEqual({ modules: [1, 0, 2], total: 3 })
  expect(await site.find('bolt panel')).toEqual({ modules: [0], total: 1 })
  expect(await site.find('液压')).toEqual({ modules: [2], total: 1 })
  expect(loaded.mock.calls.flat()).toEqual(['data/words-bo.js', 'data/words-pa.js', 'data/words-50-.js'])
  expect(await site.find('b')).toMatchObject({ total: 3 })
  expect(await site.find('zz')).toEqual({ modules: [], total: 0 })
  expect(await site.find(' . ')).toEqual({ modules: [], total: 0 })
})
