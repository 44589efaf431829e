import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { draftProblemsQuery } from '@/api/editing'
import { tabId } from '@/lib/editing/tab'
import { currentLanguage } from '@/lib/i18n'

const pauseMs = 700

/** The problems of the text, found again when the typing pauses. */
export function useProblems(path: string, text: string) {
  const [checked, setChecked] = useState({ text, number: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onEdit = useCallback((read: () => string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => setChecked(({ number }) => ({ text: read(), number: number + 1 })),
      pauseMs,
    )
  }, [])
  const query = useQuery(draftProblemsQuery(path, tabId(), checked, currentLanguage()))
  return { query, onEdit }
}
