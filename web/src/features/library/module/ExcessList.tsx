import { useTranslation } from 'react-i18next'
import type { GuardedItem } from '@/api/types'

/** Points that an item allows beyond the MMEL, or leaves to be judged. */
export function ExcessList({ excesses }: Pick<GuardedItem, 'excesses'>) {
  const { t } = useTranslation()
  return (
    <ul>
      {excesses.map(({ label, code, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two excesses may be alike, and the list comes whole.
        <li key={index}>{t(`forms.itemWarning.${code}`, { label, value })}</li>
      ))}
    </ul>
  )
}
