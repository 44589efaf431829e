import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaused } from '@/lib/usePaused'
import { SuggestField, type Suggestion } from '@/ui/SuggestField'
import { groupList } from '../groups/queries'
import { usePeople } from '../people'
import type { GrantRow } from './accessForm'

type Grantee = Pick<GrantRow, 'kind' | 'name'>

const typingPauseMs = 250
const mostGroups = 10

/** Finds people and groups by name. */
export function GranteeSearch({ onPick }: { onPick: (grantee: GrantRow) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const suggestions = useGrantees(text)
  const pick = ({ grantee }: { grantee: Grantee }) => {
    setText('')
    onPick({ ...grantee, level: 'read' })
  }
  return (
    <div className="mb-3">
      <SuggestField
        label={t('access.find')}
        placeholder={t('access.findHint')}
        value={text}
        onChange={setText}
        onSearch={() => {
          const [first] = suggestions
          if (first) pick(first)
        }}
        suggestions={suggestions}
        suggestionsLabel={t('access.found')}
        onPick={pick}
      />
    </div>
  )
}

function useGrantees(text: string): (Suggestion & { grantee: Grantee })[] {
  const keyword = usePaused(text.trim(), typingPauseMs)
  const isTyped = keyword !== '' && text.trim() !== ''
  const groups = useQuery({
    ...groupList({ keyword, pageNumber: 1, pageSize: mostGroups }),
    enabled: isTyped,
  })
  const people = usePeople(text)
  if (!isTyped) return []
  return [
    ...(groups.data?.items ?? []).map(({ id, name }) => ({
      id,
      icon: 'people' as const,
      text: name,
      grantee: { kind: 'group' as const, name },
    })),
    ...(people.data?.items ?? []).map(({ id, account, displayName }) => ({
      id,
      icon: 'user' as const,
      text: account,
      note: displayName,
      grantee: { kind: 'account' as const, name: account },
    })),
  ]
}
