import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { suggestQuery } from '@/api/search'
import { mediaPage, objectPage } from '@/lib/library/objects'
import { usePaused } from '@/lib/usePaused'
import { useSyncedText } from '@/lib/useSyncedText'
import { SuggestField, type Suggestion } from '@/ui/SuggestField'
import { statusName } from './facetLabels'
import { QueryHelp } from './QueryHelp'
import type { SearchNavigation } from './useSearchState'

const pauseMs = 150

/** The search field with suggestions; a suggested module opens. */
export function SearchBox({ place, error }: { place: SearchNavigation; error: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state, ask } = place
  const { text, type, send } = useSyncedText(state.text)
  const offers = useSuggestions(text)
  // A suggested page is the present one.
  const suggestions = state.asOf === undefined ? offers : offers.filter(({ page }) => page === undefined)
  const [isEmpty, setIsEmpty] = useState(false)
  const edit = (typed: string) => {
    setIsEmpty(false)
    type(typed)
  }
  const search = (wanted: string) => {
    setIsEmpty(wanted.trim() === '')
    if (wanted.trim() === '') return
    type(wanted)
    send(wanted.trim())
    ask({ ...state, text: wanted.trim(), page: 1 })
  }
  return (
    <search className="se-box">
      <SuggestField
        label={t('search.field')}
        placeholder={t('search.placeholder')}
        value={text}
        onChange={edit}
        onSearch={search}
        suggestions={suggestions}
        suggestionsLabel={t('search.suggestions')}
        onPick={({ page, text: wanted }) => (page ? void navigate(page) : search(wanted))}
        error={isEmpty ? t('search.inputEmpty') : error}
      />
      <QueryHelp />
    </search>
  )
}

/** A term completes the text; a module and a media file have a page. */
type SearchOffer = Suggestion & { page?: string }

function useSuggestions(text: string): SearchOffer[] {
  const { t } = useTranslation()
  const paused = usePaused(text.trim(), pauseMs)
  const { data } = useQuery(suggestQuery(paused))
  if (text.trim() === '') return []
  return (data ?? []).map(({ kind, text: offered, code, title, path, status }): SearchOffer => {
    if (kind === 'media' && path) {
      return { id: path, icon: 'illustration', text: offered, page: mediaPage(path) }
    }
    const page = kind === 'module' && path ? objectPage(path) : undefined
    const note = status === 'Obsolete' ? `${code} · ${statusName(t, status)}` : code
    return page
      ? { id: path ?? offered, icon: 'module', text: title || offered, note, page }
      : { id: `term ${offered}`, icon: 'search', text: offered }
  })
}
