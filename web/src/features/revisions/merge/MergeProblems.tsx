import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TextProblem } from '@/api/types'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import type { TextRange } from './mergedLines'

interface MergeProblemsProps {
  query: UseQueryResult<TextProblem[]>
  /** Where the conflicts stand in the text that was checked. */
  conflicts: readonly TextRange[]
  onConflict: (index: number) => void
}

/** The problems of the merged text; those at a conflict lead to it. */
export function MergeProblems({ query, conflicts, onConflict }: MergeProblemsProps) {
  const { t } = useTranslation()
  const problems = query.data ?? []
  const conflictAt = ({ from }: TextProblem) =>
    conflicts.findIndex(({ start, end }) => start <= from && from <= end)
  return (
    <section className="mg-problems" aria-label={t('editor.problems.title')} aria-busy={query.isFetching}>
      <h2>
        {t('editor.problems.title')}
        {query.data && <span className="mg-count">{problems.length}</span>}
      </h2>
      <p className="visually-hidden" role="status">
        {query.data && t('editor.problems.count', { count: problems.length })}
      </p>
      {query.data === undefined && (
        <p className="af-hint">{t(query.error ? 'editor.problems.failed' : 'editor.problems.checking')}</p>
      )}
      {query.data && problems.length === 0 && <p className="af-hint">{t('editor.problems.none')}</p>}
      <ul>
        {problems.map((problem) => {
          const conflict = conflictAt(problem)
          return (
            <li key={`${problem.from} ${problem.code} ${problem.message}`} data-severity={problem.severity}>
              <Icon
                name={problem.severity === 'error' ? 'danger' : 'warning'}
                size="sm"
                title={t(`editor.problems.${problem.severity}`)}
              />
              <span>
                {problem.message}{' '}
                <small>{t('editor.problems.place', { line: problem.line, column: problem.column })}</small>{' '}
                {conflict >= 0 && (
                  <Button size="sm" variant="link" onClick={() => onConflict(conflict)}>
                    {t('revisions.merge.conflictTag', { number: conflict + 1 })}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
