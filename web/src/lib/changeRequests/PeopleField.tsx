import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestCalls } from '@/api/changeRequests'
import { usePaused } from '@/lib/usePaused'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { SearchField } from '@/ui/SearchField'

interface PeopleFieldProps {
  calls: RequestCalls
  legend: string
  searchLabel: string
  manualPath: string
  /** The lowest level of the people in the manual. */
  level: 'author' | 'approve'
  /** Accounts. */
  value: readonly string[]
  onChange: (accounts: string[]) => void
  /** At most one person; the choice can be none. */
  isSingle?: boolean
  /** Accounts that stay chosen. */
  fixed?: readonly string[]
  error?: string
}

const pauseMs = 250

/** Chooses people of a manual; those who are chosen stay listed. */
export function PeopleField({ calls, legend, searchLabel, manualPath, level, ...rest }: PeopleFieldProps) {
  const { value, onChange, isSingle, fixed = [], error } = rest
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const people = useQuery(calls.requestPeopleQuery(manualPath, level, usePaused(text.trim(), pauseMs)))
  const found = people.data ?? []
  const chosen = value.filter((account) => !found.some((person) => person.account === account))
  const options = [
    ...chosen.map((account) => ({ value: account, label: account })),
    ...found.map(({ account, name }) => ({
      value: account,
      label: name === '' ? account : `${name} (${account})`,
    })),
  ]
  return (
    <div className="crq-people">
      <SearchField label={searchLabel} placeholder={searchLabel} value={text} onChange={setText} />
      <FormProblem>{people.error?.message ?? error}</FormProblem>
      {isSingle ? (
        <RadioGroup
          legend={legend}
          options={[{ value: '', label: t('changeRequests.form.nobody') }, ...options]}
          value={value[0] ?? ''}
          onChange={(account) => onChange(account === '' ? [] : [account])}
        />
      ) : (
        <CheckboxGroup
          legend={legend}
          options={options.map((option) => ({ ...option, disabled: fixed.includes(option.value) }))}
          value={value}
          onChange={onChange}
        />
      )}
      {people.data && options.length === 0 && (
        <p className="af-hint">{t('changeRequests.form.nobodyFound')}</p>
      )}
    </div>
  )
}
