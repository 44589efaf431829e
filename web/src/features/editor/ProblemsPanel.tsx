import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TextProblem } from '@/api/types'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'

interface ProblemsPanelProps {
  query: UseQueryResult<TextProblem[]>
  onJump: (index: number) => void
  /** Makes the repair of a problem; none while the text may not be edited. */
  onRepair: ((problem: TextProblem) => void) | undefined
}

/** The problems of the text; each leads to its place. */
export function ProblemsPanel({ query, onJump, onRepair }: ProblemsPanelProps) {
  const { t } = useTranslation()
  const problems = query.data ?? []
  return (
    <section className="ed-problems" aria-label={t('editor.problems.title')} aria-busy={query.isFetching}>
      <h2>
        {t('editor.problems.title')}
        {query.data && <span className="ed-count">{problems.length}</span>}
      </h2>
      <p className="visually-hidden" role="status">
        {query.data && t('editor.problems.count', { count: problems.length })}
      </p>
      {query.data === undefined ? (
        <p className="af-hint">{t(query.error ? 'editor.problems.failed' : 'editor.problems.checking')}</p>
      ) : problems.length === 0 ? (
        <p className="af-hint">{t('editor.problems.none')}</p>
      ) : (
        <ul>
          {problems.map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be alike, and the list comes whole.
            <li key={index}>
              <button type="button" data-severity={problem.severity} onClick={() => onJump(index)}>
                <Icon
                  name={problem.severity === 'error' ? 'danger' : 'warning'}
                  size="sm"
                  title={t(`editor.problems.${problem.severity}`)}
                />
                <span>
                  {problem.message}
                  <small>{t('editor.problems.place', { line: problem.line, column: problem.column })}</small>
                </span>
              </button>
              {problem.repair && onRepair && (
                <Button
                  size="sm"
                  aria-label={t('editor.problems.repairOf', { problem: problem.message })}
                  disabledReason={query.isPlaceholderData ? t('editor.problems.checking') : undefined}
                  onClick={() => onRepair(problem)}
                >
                  {t('editor.problems.repair')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
