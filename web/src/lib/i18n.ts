import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export const languages = ['en-US', 'zh-CN'] as const
export type Language = (typeof languages)[number]

const defaultLanguage: Language = 'en-US'
const storageKey = 'airfolio.language'

const load: Record<Language, () => Promise<{ texts: Record<string, unknown> }>> = {
  'en-US': () => import('@/locales/en-US'),
  'zh-CN': () => import('@/locales/zh-CN'),
}

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

/** Starts the texts in the remembered language; call once, before the first render. */
export async function startI18n(): Promise<void> {
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
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { texts } = await load[language]()
    i18next.addResourceBundle(language, 'translation', texts)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
