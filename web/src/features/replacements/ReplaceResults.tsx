import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { QueryError } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'
import { ProgressBar } from '@/ui/ProgressBar'
import { ApplyBar } from './ApplyBar'
import { ApplySummary } from './ApplySummary'
import { chosenIn, chosenPlaces, isOpen, type LeftOut, replaceable, withChoice } from './choice'
import { ModuleChanges } from './ModuleChanges'
import type { ReplaceForm } from './replaceForm'
import { useApply } from './useApply'
import { useProposals } from './useProposals'

interface ReplaceResultsProps {
  form: ReplaceForm
  onAgain: () => void
}

/** The places that were found, module by module, the choice among them, and what became of it. */
export function ReplaceResults({ form, onAgain }: ReplaceResultsProps) {
  const { t } = useTranslation()
  const proposals = useProposals(form)
  const [leftOut, setLeftOut] = useState<LeftOut>(new Set())
  const [checkOut, setCheckOut] = useState(true)
  const { results, percent, apply } = useApply(form)
  const { modules, error, isSearching } = proposals
  const chosen = chosenPlaces(modules, leftOut, checkOut, new Set(results.keys()))
  const choose = (isChosen: boolean) =>
    setLeftOut(
      withChoice(
        leftOut,
        // The choice in modules that were changed tells what was replaced there.
        modules
          .filter(({ path }) => !results.has(path))
          .map((module) => ({ module, places: replaceable(module) })),
        isChosen,
      ),
    )
  const lineOf = (path: string) => {
    const module = modules.find((each) => each.path === path)
    return module && chosenIn(module, leftOut)[0]?.line
  }
  if (error && modules.length === 0) {
    return (
      <Card>
        <QueryError title={t('replacements.failed')} error={error} onRetry={async () => proposals.goOn()} />
      </Card>
    )
  }
  return (
    <div className="rep-results">
      <SearchState proposals={proposals} />
      <UnreadNotice proposals={proposals} />
      {modules.length === 0 && !isSearching && !proposals.isPaused && (
        <Card>
          <EmptyState icon="search" title={t('replacements.none')} text={t('replacements.noneText')} />
        </Card>
      )}
      {modules.length > 0 && (
        <ApplyBar
          chosen={chosen}
          checkOut={checkOut}
          percent={percent}
          onCheckOut={setCheckOut}
          onChoose={choose}
          onApply={() => void apply(chosen, checkOut)}
        />
      )}
      <ApplySummary results={results} lineOf={lineOf} onAgain={onAgain} />
      {modules.map((module) => (
        <ModuleChanges
          key={module.path}
          module={module}
          replacement={form.replace}
          leftOut={leftOut}
          result={results.get(module.path)}
          isOpen={isOpen(module, checkOut) && percent === undefined}
          onChoose={(places, isChosen) => setLeftOut(withChoice(leftOut, [{ module, places }], isChosen))}
        />
      ))}
    </div>
  )
}

type Proposals = ReturnType<typeof useProposals>

/** How far the search is, and the way to stop it or go on. */
function SearchState({ proposals }: { proposals: Proposals }) {
  const { t } = useTranslation()
  const { modules, places, read, total, isSearching, isPaused, error, stop, goOn } = proposals
  const found = t('replacements.found', {
    count: places,
    figure: formatNumber(places),
    modules: t('replacements.modules', { count: modules.length, figure: formatNumber(modules.length) }),
  })
  const looked = t('replacements.read', { read: formatNumber(read), total: formatNumber(total ?? read) })
  return (
    <div className="rep-state">
      <p role="status">{isSearching ? t('replacements.searching') : found}</p>
      {isSearching && (
        <div className="rep-progress">
          <ProgressBar label={looked} percent={total ? (100 * read) / total : undefined} />
          <Button size="sm" icon="cancel" onClick={stop}>
            {t('replacements.stop')}
          </Button>
        </div>
      )}
      {isPaused && (
        <Notice tone="warning" title={error ? t('replacements.failed') : t('replacements.paused')}>
          {error ? error.message : looked}{' '}
          <Button size="sm" onClick={goOn}>
            {t('replacements.goOn')}
          </Button>
        </Notice>
      )}
    </div>
  )
}

/** The modules that could not be searched. */
function UnreadNotice({ proposals: { unread } }: { proposals: Proposals }) {
  const { t } = useTranslation()
  if (unread.length === 0) return null
  return (
    <Notice tone="warning" title={t('replacements.unread', { count: unread.length })}>
      <details>
        <summary>{t('replacements.showUnread')}</summary>
        <ul>
          {unread.map(({ path, message }) => (
            <li key={path}>
              {path}: {message}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  )
}
