import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupMember } from '@/api/types'
import { Button } from '@/ui/Button'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { FormProblem } from '@/ui/FormProblem'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import { personLabel, usePeople } from '../people'

/** The members that are listed at once; the search finds all. */
const mostMembers = 100

interface MembersFieldProps {
  /** The members before the change; they stay listed when they are unchecked. */
  stored: readonly GroupMember[]
  /** Accounts. */
  value: readonly string[]
  onChange: (accounts: string[]) => void
}

/** Lists the members, or while something is searched for the people found, with a checkbox for each. */
export function MembersField({ stored, value, onChange }: MembersFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [added, setAdded] = useState<readonly GroupMember[]>([])
  const people = usePeople(text)
  const isSearching = text.trim() !== ''
  const members = [...stored, ...added.filter(({ account }) => !hasAccount(stored, account))]
  const listed = isSearching ? (people.data?.items ?? []) : members.slice(0, mostMembers)
  const accounts = listed.map(({ account }) => account)
  const change = (chosen: readonly string[]) => {
    const found = listed.filter(({ account }) => chosen.includes(account) && !hasAccount(added, account))
    setAdded([...added, ...found])
    onChange([...value.filter((account) => !accounts.includes(account)), ...chosen])
  }
  const hidden = (isSearching ? (people.data?.total ?? 0) : members.length) - listed.length
  return (
    <section aria-label={t('groups.members')}>
      <h3 className="mb-2">{t('groups.memberTitle', { count: value.length })}</h3>
      <SearchField
        className="mb-3"
        label={t('groups.findPeople')}
        placeholder={t('groups.findPeopleHint')}
        value={text}
        onChange={setText}
      />
      <FormProblem>{people.error?.message}</FormProblem>
      {isSearching && !people.data && !people.error && <Skeleton lines={3} />}
      {listed.length > 0 && (
        <>
          <CheckboxGroup
            legend={t(isSearching ? 'groups.found' : 'groups.members')}
            legendHidden
            options={listed.map((person) => ({ value: person.account, label: personLabel(person) }))}
            value={value}
            onChange={change}
          />
          <div className="d-flex flex-wrap gap-2 align-items-center">
            <Button size="sm" onClick={() => change(accounts)}>
              {t('groups.checkAll')}
            </Button>
            <Button size="sm" onClick={() => change([])}>
              {t('groups.uncheckAll')}
            </Button>
          </div>
        </>
      )}
      <p className="af-hint mb-0" role="status">
        {hint()}
      </p>
    </section>
  )

  function hint(): string {
    if (isSearching && people.data?.total === 0) return t('groups.nobodyFound')
    if (!isSearching && members.length === 0) return t('groups.noMembers')
    return hidden > 0 ? t('groups.moreFound', { count: hidden }) : ''
  }
}

function hasAccount(people: readonly GroupMember[], account: string): boolean {
  return people.some((person) => person.account === account)
}
