import i18next from 'i18next'
import type { Profile } from '@/api/types'

/** The profile that every manual has, by its name on the wire. */
const everything = 'All'

/** The display name of a profile: the operator's name, or "all operators" in the reader's language. */
export function profileName({ name }: Pick<Profile, 'name'>): string {
  return name === everything ? i18next.t('library.everything') : name
}
