import { queryClient, updateSelf } from '@/api/queries'
import type { Me } from '@/api/types'
import { currentLanguage, type Language, switchLanguage } from '@/lib/i18n'
import { showProblem } from '@/lib/showProblem'
import { takeChoice } from './languageBefore'

/** The language a signed-in person picks, remembered on the device and with the account. */
export async function chooseLanguage(language: Language, me: Me): Promise<void> {
  await switchLanguage(language)
  // Texts that the server wrote, such as notifications, come again in the new language.
  void queryClient.invalidateQueries()
  await saveLanguage(language, me)
}

/** After sign-in: a language picked on the login page is saved to the account, otherwise the account's language is used. */
export async function settleLanguage(me: Me): Promise<void> {
  if (takeChoice()) await saveLanguage(currentLanguage(), me)
  else await switchLanguage(me.user.preferences.locale)
}

async function saveLanguage(locale: Language, me: Me): Promise<void> {
  // Before the first password is chosen the server takes nothing else.
  if (me.mustChangePassword || me.user.preferences.locale === locale) return
  try {
    // The language alone: other preferences may have been changed elsewhere meanwhile.
    await updateSelf({ account: me.user.account, preferences: { locale } })
  } catch (error) {
    if (error instanceof Error) showProblem(error)
  }
}
