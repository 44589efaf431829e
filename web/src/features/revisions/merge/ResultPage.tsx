import { useQuery } from '@tanstack/react-query'
import { todoPageQuery } from '@/api/revisions'
import type { OpenTodo } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { usePaused } from '@/lib/usePaused'
import { DrawnResult } from './DrawnResult'
import type { MergeViews } from './MergePage'

interface ResultPageProps {
  revision: string
  open: OpenTodo
  /** The merged text with the choices so far; undefined for the text that is saved. */
  text: string | undefined
  Compared: MergeViews['Compared']
}

const drawPauseMs = 700

/** The result of a to-do as the reader sees it, with the side that each change comes from. */
export function ResultPage({ revision, open, text, Compared }: ResultPageProps) {
  const { todo, workingVersion = '' } = open
  const drawn = usePaused(text, drawPauseMs)
  const page = useQuery(todoPageQuery(revision, todo.id, { text: drawn, workingVersion }, currentLanguage()))
  return <DrawnResult path={todo.path} page={page} Compared={Compared} />
}
