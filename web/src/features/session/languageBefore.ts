import { type Language, switchLanguage } from '@/lib/i18n'

let chosenBeforeSignIn = false

/** The language that a visitor picks before signing in; it then also becomes the account's. */
export async function chooseLanguageSignedOut(language: Language): Promise<void> {
  chosenBeforeSignIn = true
  await switchLanguage(language)
}

/** Whether a language was picked before this sign-in; asked once per sign-in. */
export function takeChoice(): boolean {
  const chosen = chosenBeforeSignIn
  chosenBeforeSignIn = false
  return chosen
}
