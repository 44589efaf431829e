import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestPeopleQuery } from '@/api/changeRequests'
import { usePaused } from '@/lib/usePaused'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { FormProblem } from '@/ui/FormProblem'
import { SearchField } from '@/ui/SearchField'

interface PeopleFieldProps {
  legend: string
  searchLabel: string
  manualPath: string
  /** What the people may do in the manual at least. */
  level: 'author' | 'approve'
  /** Accounts. */
  value: readonly string[]
  onChange: (accounts: string[]) => void
  /** Another choice replaces the one before. */
  isSingle?: boolean
  error?: string
}

const pauseMs = 250

/** Chooses people of a manual; those who are chosen stay listed. */
export function PeopleField({ legend, searchLabel, manualPath, level, ...rest }: PeopleFieldProps) {
  const { value, onChange, isSingle, error } = rest
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const people = useQuery(requestPeopleQuery(manualPath, level, usePaused(text.trim(), pauseMs)))
  const found = people.data ?? []
  const chosen = value.filter((account) => !found.some((person) => person.account === account))
  const options = [
    ...chosen.map((account) => ({ value: account, label: account })),
    ...found.map(({ account, name }) => ({
      value: account,
      label: name === '' ? account : `${name} (${account})`,
    })),
  ]
  const change = (accounts: string[]) =>
    onChange(isSingle ? accounts.filter((account) => !value.includes(account)).slice(0, 1) : accounts)
  return (
    <div className="crq-people">
      <SearchField label={searchLabel} placeholder={searchLabel} value={text} onChange={setText} />
      <FormProblem>{people.error?.message ?? error}</FormProblem>
      <CheckboxGroup legend={legend} options={options} value={value} onChange={change} />
      {people.data && options.length === 0 && (
        <p className="af-hint">{t('changeRequests.form.nobodyFound')}</p>
      )}
    </div>
  )
}
