import type { MailDelivery, Preferences } from '@/api/types'
import { languages } from '@/lib/i18n'
import { pageSizes } from '@/ui/pageSizes'

export const deliveries = ['atOnce', 'daily', 'never'] as const satisfies readonly MailDelivery[]
export const notificationKinds = ['accounts', 'jobs', 'revisions', 'comments'] as const

/** The preferences as a form holds them: texts and a list of the wanted kinds. */
export interface PreferencesForm {
  locale: string
  pageSize: string
  kinds: string[]
  /** How each kind comes by mail. */
  mail: Preferences['mailByKind']
}

export function formOf(preferences: Preferences): PreferencesForm {
  return {
    locale: preferences.locale,
    pageSize: String(preferences.pageSize),
    kinds: notificationKinds.filter((kind) => preferences.notifyByKind[kind]),
    mail: preferences.mailByKind,
  }
}

export function preferencesOf(form: PreferencesForm): Omit<Preferences, 'effectivity'> {
  const wants = (kind: string) => form.kinds.includes(kind)
  return {
    locale: languages.find((language) => language === form.locale) ?? languages[0],
    pageSize: pageSizes.find((size) => String(size) === form.pageSize) ?? pageSizes[0],
    notifyByKind: {
      accounts: wants('accounts'),
      jobs: wants('jobs'),
      revisions: wants('revisions'),
      comments: wants('comments'),
    },
    mailByKind: form.mail,
  }
}
