import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reading } from '@/api/library'
import type { MediaCalls } from '@/api/media'
import type { Media } from '@/api/types'
import { NoMatch } from '@/lib/NoMatch'
import { Pages } from '@/lib/Pages'
import { QueryFrame } from '@/lib/QueryFrame'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { MultiSelect } from '@/ui/MultiSelect'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import { MediaCard } from './MediaCard'
import { mediaStatuses, statusFilterOf } from './media'
import './media.css'

/** Page and filters of the media list. */
export interface MediaListState {
  page: number
  filter: string
  status: readonly string[]
}

interface MediaBrowserProps {
  calls: MediaCalls
  csdb: string
  /** Only what this manual shows, in the state that is read. */
  manual?: { name: string; reading: Reading }
  place: MediaListState
  onPlace: (change: Partial<MediaListState>) => void
  onChoose: (media: Media) => void
  /** When there is nothing at all. */
  empty: ReactNode
  /** Names its pages where it lies over others. */
  pagesLabel?: string
}

/** Media as pictures, found by name and status, page by page. */
export function MediaBrowser(props: MediaBrowserProps) {
  const { calls, csdb, manual, place, onPlace, onChoose, empty, pagesLabel } = props
  const { t } = useTranslation()
  const search = useTypedFilter(place.filter, (filter) => onPlace({ filter, page: 1 }))
  const list = useQuery(
    calls.mediaListQuery(csdb, {
      ...manual?.reading,
      manualName: manual?.name,
      pageNumber: place.page,
      pageSize: calls.mediaPageSize,
      statusFilter: statusFilterOf(place.status),
      keywordFilter: place.filter || undefined,
    }),
  )
  const setPage = (page: number) => onPlace({ page })
  const filtered = place.filter !== '' || place.status.length > 0
  if (list.data?.total === 0 && !filtered) return empty
  return (
    <>
      <div className="me-filters">
        <SearchField
          label={t('media.search')}
          placeholder={t('media.search')}
          value={search.text}
          onChange={search.type}
          onSearch={search.applyNow}
        />
        <MultiSelect
          label={t('media.status')}
          labelHidden
          placeholder={t('library.anyStatus')}
          options={mediaStatuses.map((value) => ({ value, label: t(`media.statuses.${value}`) }))}
          value={place.status}
          onChange={(status) => onPlace({ status, page: 1 })}
        />
      </div>
      <QueryFrame query={list} failedTitle={t('media.failed')}>
        {list.data?.total === 0 ? (
          <NoMatch text={place.filter} onClear={() => onPlace({ filter: '', status: [], page: 1 })} />
        ) : (
          <ul className="me-grid" aria-label={t('media.title')} aria-busy={list.isFetching}>
            {list.data?.items.map((media) => (
              <li key={media.id}>
                <MediaCard calls={calls} media={media} csdb={csdb} onChoose={() => onChoose(media)} />
              </li>
            )) ?? <Waiting />}
          </ul>
        )}
      </QueryFrame>
      <Pages
        list={{ page: place.page, pageSize: calls.mediaPageSize, setPage }}
        query={list}
        label={pagesLabel}
      />
    </>
  )
}

function Waiting() {
  return Array.from({ length: 8 }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cards without content differ only by their place.
    <li key={place}>
      <Skeleton height="11rem" />
    </li>
  ))
}
