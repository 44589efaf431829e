import { useTranslation } from 'react-i18next'
import { DayField } from '../DayField'

interface GuestFieldProps {
  /** The last day, `yyyy-MM-dd`; '' for an account without an end. */
  value: string
  onChange: (day: string) => void
  error?: string
}

/** The last day of a guest account. */
export function GuestField(props: GuestFieldProps) {
  const { t } = useTranslation()
  return <DayField label={t('admin.users.guestUntil')} hint={t('admin.users.guestHint')} {...props} />
}
