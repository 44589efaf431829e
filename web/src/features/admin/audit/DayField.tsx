import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'
import { shownDay, typedDay } from './day'

interface DayFieldProps {
  label: string
  /** `yyyy-MM-dd`, '' for none. */
  value: string
  onChange: (day: string) => void
}

/** A day typed as yyyy/MM/DD: the browser's own date field would show the order of its own locale. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(shownDay(value))
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (typedDay(typed) !== value) setTyped(shownDay(value))
  }
  const wrong = typed !== '' && typedDay(typed) === undefined
  return (
    <Field
      label={label}
      placeholder={t('admin.audit.dayFormat')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={typed}
      error={wrong && typed.length === 10 ? t('admin.audit.noDay') : undefined}
      onChange={(event) => {
        setTyped(event.target.value)
        const day = typedDay(event.target.value)
        if (day !== undefined) onChange(day)
      }}
      onBlur={() => {
        if (wrong) setTyped(shownDay(value))
      }}
    />
  )
}
