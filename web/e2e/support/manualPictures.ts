import { readdirSync, readFileSync } from 'node:fs'
import { createInstance, type TFunction } from 'i18next'
import type { Language } from '../../src/lib/i18n'
import { Api, type Person, people } from './api'
import { settled } from './checks'
import { pictureFolder } from './pictures'
import { speak, test } from './test'

/** The books of the user manual by the language of the application. */
const books: Record<Language, string> = { 'en-US': 'en', 'zh-CN': 'zh' }

/** A window as people have it, in 1200 by 750 pixels. */
export const pictureWindow = {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 5 / 6,
  contextOptions: { reducedMotion: 'reduce' },
} as const

interface ManualPictureFixtures {
  language: Language
  /** The texts of the application by their keys. */
  t: TFunction
  /** The API as the author, and as the reader of the demo: lists in the pictures name no other people. */
  author: Api
  reader: Api
  /** Takes the picture of a book that has this name, when nothing on the page moves any more. */
  picture: (name: string) => Promise<void>
}

/** A test that takes pictures for one book of the user manual. */
export const pictureTest = test.extend<ManualPictureFixtures>({
  language: ['en-US', { option: true }],

  t: async ({ language }, use) => use(await textsIn(language)),
  author: async ({ server }, use) => use(await apiOf(server.url, people.author)),
  reader: async ({ server }, use) => use(await apiOf(server.url, people.reader)),

  page: async ({ page, language }, use) => {
    await speak(page, language)
    await use(page)
  },

  picture: async ({ page, language }, use) => {
    await use(async (name) => {
      await settled(page)
      await page.screenshot({ path: `${pictureFolder}/${books[language]}/${name}.png` })
    })
  },
})

async function apiOf(url: string, person: Person): Promise<Api> {
  return new Api(url, await new Api(url).signIn(person))
}

/** Looks texts up as the application does. */
async function textsIn(language: Language): Promise<TFunction> {
  const folder = new URL(`../../src/locales/${language}/`, import.meta.url)
  const files = readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  ])
  return createInstance().init({
    lng: language,
    resources: { [language]: { translation: Object.fromEntries(files) } },
    interpolation: { escapeValue: false },
  })
}
