import { useQuery } from '@tanstack/react-query'
import { todoProblemsQuery } from '@/api/revisions'
import type { MergeResult, OpenTodo } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { usePaused } from '@/lib/usePaused'
import { MergeWorkspace } from './MergeWorkspace'
import type { MergeWork } from './useMergeWork'

interface TodoWorkspaceProps {
  revision: string
  open: OpenTodo
  result: MergeResult
  work: MergeWork
  /** Why nothing can be chosen. */
  closed: string | undefined
}

const checkPauseMs = 700

/** The conflicts of a to-do; its text is checked while one chooses. */
export function TodoWorkspace({ revision, open, result, work, closed }: TodoWorkspaceProps) {
  const checked = usePaused(work.composed?.text ?? result.text, checkPauseMs)
  const problems = useQuery({
    ...todoProblemsQuery(revision, open.todo.id, checked, currentLanguage()),
    enabled: closed === undefined,
  })
  return <MergeWorkspace result={result} work={work} closed={closed} problems={problems} />
}
