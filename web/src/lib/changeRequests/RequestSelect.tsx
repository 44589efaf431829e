import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestCalls } from '@/api/changeRequests'
import type { ListedChangeRequest } from '@/api/types'
import { usePaused } from '@/lib/usePaused'
import { Checkbox } from '@/ui/Checkbox'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'

const pauseMs = 250

interface Proposal {
  /** The change request that a module belongs to; undefined for none. */
  request: ListedChangeRequest | undefined
  state: 'loading' | 'failed' | 'known'
}

/** The change request that a module belongs to when a dialog opens. Later answers do not change a choice that is read. */
export function useProposedRequest(calls: RequestCalls, path: string): Proposal {
  const query = useQuery(calls.requestsOfModule(path))
  const [found, setFound] = useState<{ request: ListedChangeRequest | undefined }>()
  if (!found && query.data && query.isFetchedAfterMount) setFound({ request: query.data.items[0] })
  if (found) return { request: found.request, state: 'known' }
  return { request: undefined, state: query.isError ? 'failed' : 'loading' }
}

interface RequestSelectProps {
  calls: RequestCalls
  manualPath: string
  /** The id of a change request; empty for none, undefined until somebody has to choose. */
  value: string | undefined
  onChange: (id: string) => void
  /** Offered whatever is searched for. */
  proposed?: ListedChangeRequest
  /** The server refused, because the module belongs to another open change request. */
  isTaken?: boolean
  shares?: boolean
  onShare?: (shares: boolean) => void
}

/** The change request in progress that a new version belongs to. */
export function RequestSelect({ calls, manualPath, value, onChange, ...rest }: RequestSelectProps) {
  const { proposed, ...share } = rest
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(proposed)
  const { data } = useQuery(calls.requestsInWork(manualPath, usePaused(text.trim(), pauseMs)))
  const found = data?.items ?? []
  const kept = [proposed, chosen].filter(
    (request, index, all) =>
      request !== undefined &&
      all.findIndex((each) => each?.id === request.id) === index &&
      !found.some(({ id }) => id === request.id),
  )
  const offered = [...kept, ...found].filter((request) => request !== undefined)
  const hasMore = data !== undefined && data.total > found.length
  return (
    <>
      {(hasMore || text !== '') && (
        <SearchField
          label={t('changeRequests.checkIn.search')}
          placeholder={t('changeRequests.list.searchHint')}
          value={text}
          onChange={setText}
        />
      )}
      <Select
        label={t('changeRequests.one')}
        hint={t('changeRequests.checkIn.hint')}
        options={[
          ...(value === undefined
            ? [{ value: 'choose', label: t('changeRequests.checkIn.choose'), disabled: true }]
            : []),
          { value: '', label: t('changeRequests.checkIn.none') },
          ...offered.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` })),
        ]}
        value={value ?? 'choose'}
        onChange={({ target }) => {
          setChosen(offered.find(({ id }) => id === target.value))
          onChange(target.value)
        }}
      />
      {share.isTaken && (
        <Checkbox
          label={t('changeRequests.modules.share')}
          checked={share.shares}
          onChange={({ target }) => share.onShare?.(target.checked)}
        />
      )}
    </>
  )
}
