import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchQuery } from '@/api/search'
import type { ReferencePlace, SearchItem } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { usePaused } from '@/lib/usePaused'
import { FormProblem } from '@/ui/FormProblem'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import { Snippet } from '@/ui/Snippet'
import { ParagraphPicker } from './ParagraphPicker'

interface SearchedPlaceProps {
  value: ReferencePlace | undefined
  /** The server's objection to the place. */
  problem: string | undefined
  onChange: (place: ReferencePlace | undefined) => void
}

const pauseMs = 250
const minLetters = 2
const offered = 8

/** Finds text in all manuals, and chooses the paragraph of one of the hits. */
export function SearchedPlace({ value, problem, onChange }: SearchedPlaceProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [hit, setHit] = useState<SearchItem>()
  const searchText = usePaused(text.trim(), pauseMs)
  const request = { searchText, lane: 'working', pageNumber: 1, pageSize: offered } as const
  const isAsked = searchText.length >= minLetters
  const found = useQuery({ ...searchQuery(request, currentLanguage()), enabled: isAsked })
  const open = (item: SearchItem) => {
    onChange(undefined)
    setHit(item)
  }
  return (
    <>
      <SearchField
        className="cpl-search"
        label={t('compliance.picker.search')}
        placeholder={t('compliance.picker.searchHint')}
        value={text}
        onChange={setText}
      />
      <FormProblem>{problem ?? (isAsked ? found.error?.message : undefined)}</FormProblem>
      {isAsked && found.isPending && <Skeleton lines={3} />}
      {isAsked && found.data && <Hits items={found.data.items} chosen={hit} onChoose={open} />}
      {hit && (
        <ParagraphPicker
          key={`${hit.path} ${hit.anchor}`}
          path={hit.path}
          start={hit.anchor ? { anchor: hit.anchor, version: hit.versionId } : undefined}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  )
}

interface HitsProps {
  items: readonly SearchItem[]
  chosen: SearchItem | undefined
  onChoose: (item: SearchItem) => void
}

function Hits({ items, chosen, onChoose }: HitsProps) {
  const { t } = useTranslation()
  if (items.length === 0) return <p className="af-hint">{t('compliance.picker.none')}</p>
  return (
    <ul className="cpl-hits" aria-label={t('compliance.picker.hits')}>
      {items.map((item) => (
        <li key={`${item.path} ${item.anchor}`}>
          <button
            type="button"
            className="cpl-hit"
            aria-pressed={item.path === chosen?.path && item.anchor === chosen.anchor}
            onClick={() => onChoose(item)}
          >
            <strong className="text-break">{item.title || item.code}</strong>{' '}
            <small>
              {item.csdbName}/{item.manualName} · {item.code}
            </small>
            <span className="d-block">
              <Snippet pieces={item.snippet} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
