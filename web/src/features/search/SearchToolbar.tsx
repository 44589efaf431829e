import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { exportSearch } from '@/api/search'
import type { SearchAnswer } from '@/api/types'
import { can } from '@/lib/can'
import { formatNumber } from '@/lib/format'
import { MomentDialog } from '@/lib/library/MomentDialog'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { LinkButton } from '@/ui/LinkButton'
import { Select } from '@/ui/Select'
import { SavedSearchesDialog } from './SavedSearchesDialog'
import { SaveSearchDialog } from './SaveSearchDialog'
import { requestOf, searchAt, searchedLanes, sorts } from './searchState'
import type { SearchNavigation } from './useSearchState'

interface SearchToolbarProps {
  place: SearchNavigation
  /** Undefined while there is none. */
  answer: SearchAnswer | undefined
  children: ReactNode
}

/** The number of results, the searched lane, the order and the actions. */
export function SearchToolbar({ place, answer, children }: SearchToolbarProps) {
  const { t } = useTranslation()
  const { state, adjust } = place
  const [open, setOpen] = useState<'save' | 'saved' | 'moment'>()
  const close = () => setOpen(undefined)
  const exporting = useExport(place)
  const count = answer ? answer.total + answer.media.length : 0
  // Without a query there is no best match: the newest come first.
  const offered = sorts.filter((each) => each !== 'relevance' || state.text.trim() !== '')
  return (
    <div className="se-toolbar">
      <p className="se-total" role="status">
        {answer && t('search.total', { count, figure: formatNumber(count) })}
      </p>
      <div className="se-tools">
        {children}
        <Select
          label={t('search.lane.label')}
          labelHidden
          value={state.lane}
          options={searchedLanes.map((value) => ({ value, label: t(`search.lane.${value}`) }))}
          onChange={({ target }) => {
            const lane = searchedLanes.find((each) => each === target.value)
            // Only the working version is known as it was.
            if (lane) adjust({ ...state, page: 1, lane, asOf: undefined })
          }}
        />
        <Button icon="clock" onClick={() => setOpen('moment')}>
          {t('library.reading.moment')}
        </Button>
        <Select
          label={t('search.sort.label')}
          labelHidden
          value={offered.find((each) => each === state.sort) ?? 'newest'}
          options={offered.map((value) => ({ value, label: t(`search.sort.${value}`) }))}
          onChange={({ target }) => {
            const sort = sorts.find((each) => each === target.value)
            if (sort) adjust({ ...state, page: 1, sort })
          }}
        />
      </div>
      <div className="se-tools">
        <Button
          icon="bookmark"
          disabledReason={answer ? undefined : t('search.nothingYet')}
          onClick={() => setOpen('save')}
        >
          {t('search.save.action')}
        </Button>
        <Button icon="list" onClick={() => setOpen('saved')}>
          {t('search.saved.title')}
        </Button>
        <Button
          icon="download"
          busy={exporting.busy}
          busyText={t('search.exporting')}
          disabledReason={answer && answer.total > 0 ? undefined : t('search.nothingYet')}
          onClick={exporting.start}
        >
          {t('search.export')}
        </Button>
        <ReplaceLink place={place} />
      </div>
      {open === 'save' && <SaveSearchDialog state={state} onClose={close} />}
      {open === 'saved' && <SavedSearchesDialog place={place} onClose={close} />}
      {open === 'moment' && (
        <MomentDialog
          hint={t('search.momentHint')}
          onChoose={(asOf) => adjust(searchAt(state, asOf))}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Takes the text and the manuals of the search to the page that replaces. */
function ReplaceLink({ place: { state } }: { place: SearchNavigation }) {
  const { t } = useTranslation()
  if (!can.editContent(useMe())) return null
  const manual = state.filters.manualName?.map((name) => `/${name}`)
  return (
    <LinkButton icon="replace" href={href(paths.replace({ manual, find: state.text.trim() || undefined }))}>
      {t('replacements.fromSearch')}
    </LinkButton>
  )
}

function useExport({ state }: SearchNavigation) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    exportSearch(requestOf(state), `${t('search.fileName')}.csv`)
      .catch(showProblem)
      .finally(() => setBusy(false))
  }
  return { busy, start }
}
