import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/Field'
import { shownDay, typedDay } from './day'

interface DayFieldProps {
  label: string
  /** `yyyy-MM-dd`, '' for none. */
  value: string
  onChange: (day: string) => void
  hint?: string
  error?: string
}

const wholeLength = 'yyyy/MM/DD'.length

/** A day typed as yyyy/MM/DD: the browser's own date field would show the order of its own locale. */
export function DayField({ label, value, onChange, hint, error }: DayFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(shownDay(value))
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (typedDay(typed) !== value) setTyped(shownDay(value))
  }
  const wrong = typed.length === wholeLength && typedDay(typed) === undefined
  const apply = (text: string) => {
    const day = typedDay(text)
    if (day !== undefined && day !== value) onChange(day)
  }
  return (
    <Field
      label={label}
      placeholder={t('admin.audit.dayFormat')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={wholeLength}
      value={typed}
      hint={hint}
      error={wrong ? t('admin.audit.noDay') : error}
      onChange={(event) => {
        const { value: text } = event.target
        setTyped(text)
        // A shorter text may be a day already, as 2026/11/1 is on the way to 2026/11/15.
        if (text === '' || text.length === wholeLength) apply(text)
      }}
      onBlur={() => apply(typed)}
    />
  )
}
