import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { draftProblemsQuery, draftQuery } from '@/api/editing'
import type { TextProblem } from '@/api/types'
import { tabId } from '@/lib/editing/tab'
import { currentLanguage } from '@/lib/i18n'

const pauseMs = 700

const violations = /^brex\.(forbidden|missing|value|notation|sns|more_places|more_rules)$/

/** The number of violations of business rules that do not block the check-in; one problem may stand for many. */
export const violationCount = (problems: readonly TextProblem[]): number =>
  problems
    .filter(({ code, severity }) => severity === 'warning' && violations.test(code))
    .reduce(
      (sum, { code, params }) => sum + (code.startsWith('brex.more_') ? Number(params.count) || 1 : 1),
      0,
    )

/** The number of such violations in a draft that no editor has open; undefined until it is known. */
export function useDraftViolations(path: string, draft: string | undefined): number | undefined {
  const read = useQuery({ ...draftQuery(draft ?? ''), enabled: draft !== undefined }).data
  const text = read?.text
  const checked = { text: text ?? '', number: read?.sha256 ?? '' }
  const problems = useQuery({
    ...draftProblemsQuery(path, tabId(), checked, currentLanguage()),
    enabled: text !== undefined,
  })
  return text === undefined ? undefined : problems.data && violationCount(problems.data)
}

/** The problems of the text, found again when the typing pauses. */
export function useProblems(path: string, text: string) {
  const [checked, setChecked] = useState({ text, number: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unchecked = useRef<() => string>(undefined)
  const onEdit = useCallback((read: () => string) => {
    clearTimeout(timer.current)
    unchecked.current = read
    timer.current = setTimeout(() => {
      unchecked.current = undefined
      setChecked(({ number }) => ({ text: read(), number: number + 1 }))
    }, pauseMs)
  }, [])
  useEffect(() => {
    // The page was hidden before the pause was over.
    if (unchecked.current) onEdit(unchecked.current)
    return () => clearTimeout(timer.current)
  }, [onEdit])
  const query = useQuery(draftProblemsQuery(path, tabId(), checked, currentLanguage()))
  return { query, checked: checked.text, onEdit }
}
