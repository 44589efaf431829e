import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'

/**
 * Checks a module out and opens the editor, at a paragraph if its id is given. One that this person has checked out
 * already is opened as it is; one that cannot be checked out tells why.
 */
export function useOpenEditor(
  checkOut: (path: string) => Promise<unknown>,
): (path: string, at?: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (path, at) => {
      checkOut(path).then(
        () => void navigate(paths.editor(path, { at })),
        (error: unknown) => showProblem(error instanceof Error ? error : new Error(String(error))),
      )
    },
    [checkOut, navigate],
  )
}
