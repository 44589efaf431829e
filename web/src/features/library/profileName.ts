import i18next from 'i18next'
import type { Profile } from '@/api/types'

/** The profile that every manual has, by its name on the wire. */
const everything = 'All'

/** What people call a profile: an operator's by its name, the one of all operators in their own language. */
export function profileName({ name }: Pick<Profile, 'name'>): string {
  return name === everything ? i18next.t('library.everything') : name
}
