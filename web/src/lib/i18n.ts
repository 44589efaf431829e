import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export const languages = ['en-US', 'zh-CN'] as const
export type Language = (typeof languages)[number]

const defaultLanguage: Language = 'en-US'
const storageKey = 'airfolio.language'

/** The texts of the sign-in page alone, or all. */
type Extent = 'signIn' | 'all'
type Load = () => Promise<{ files: Record<string, unknown> }>

const load: Record<Language, Record<Extent, Load>> = {
  'en-US': { signIn: () => import('@/locales/en-US.signIn'), all: () => import('@/locales/en-US') },
  'zh-CN': { signIn: () => import('@/locales/zh-CN.signIn'), all: () => import('@/locales/zh-CN') },
}

let extent: Extent = 'all'

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : storedLanguage()
}

function storedLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  return isLanguage(stored) ? stored : defaultLanguage
}

/** Starts all texts in the remembered language; call before the first render. */
export async function startI18n(): Promise<void> {
  await start('all')
}

/** Starts the texts that the sign-in page needs; `loadAllTexts` adds the others. */
export async function startSignInTexts(): Promise<void> {
  await start('signIn')
}

export async function loadAllTexts(): Promise<void> {
  extent = 'all'
  await showLanguage(currentLanguage())
}

async function start(wanted: Extent): Promise<void> {
  extent = wanted
  await i18next.use(initReactI18next).init({
    lng: undefined,
    fallbackLng: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await showLanguage(storedLanguage())
}

/** Switches all texts and remembers the choice on this device. */
export async function switchLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await showLanguage(language)
}

async function showLanguage(language: Language): Promise<void> {
  const { files } = await load[language][extent]()
  i18next.addResourceBundle(language, 'translation', byNamespace(files))
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Keys the texts of every file by its name, so that `admin.json` has the texts of `t('admin.…')`. */
function byNamespace(files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/(.*)\.json$/, '$1'), texts]),
  )
}
