import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { saveRebase } from '@/api/editing'
import { hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { Rebase } from '@/api/types'
import { tabId } from '@/lib/editing/tab'
import { paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { useUnsaved } from '@/ui/unsaved'
import { type ConflictChoice, composed } from '../merge/compose'
import { useKeptChoices } from '../merge/keptChoices'

const staleCodes = ['changed_meanwhile', 'draft.newer']

/** The choices at the conflicts of a draft, the text that they make, and saving it as the draft of the newer version. */
export function useRebaseWork(rebase: Rebase, onStale: () => void) {
  const { file, result, sha256 } = rebase
  const { account } = useMe().user
  const navigate = useNavigate()
  const textOf = useCallback(
    (choices: readonly (ConflictChoice | undefined)[]) => (result ? composed(result, choices).text : ''),
    [result],
  )
  const kept = useKeptChoices(account, `rebase ${file.path}`, `${sha256} ${file.versionId}`, textOf, '')
  const { choices } = kept.work
  const made = useMemo(() => result && composed(result, choices), [result, choices])
  const conflicts = result?.conflicts ?? []
  useUnsaved(choices.some((choice) => choice !== undefined))
  const save = useMutation({
    mutationFn: (text: string) => saveRebase(file.path, tabId(), { text, sha256, version: file.versionId }),
    onSuccess: async () => {
      await kept.forget()
      void navigate(paths.editor(file.path))
    },
    onError: (error) => {
      if (!staleCodes.some((code) => hasCode(error, code))) return
      showProblem(error)
      onStale()
    },
  })
  const change = (next: readonly (ConflictChoice | undefined)[]) => kept.change({ choices: next, note: '' })
  return {
    composed: made,
    choices,
    undecided: conflicts.flatMap((_, index) => (choices[index] ? [] : [index])),
    choose: (index: number, choice: ConflictChoice | undefined) =>
      change(conflicts.map((_, at) => (at === index ? choice : choices[at]))),
    /** Keeps the text of the draft at every conflict without a choice. */
    keepOurs: () => change(conflicts.map((_, index) => choices[index] ?? { take: 'ours' })),
    isRestored: kept.isRestored,
    /** The choices about an older text. */
    outdated: kept.outdated,
    forget: kept.forget,
    save: (text: string) => !save.isPending && save.mutate(text),
    isSaving: save.isPending,
    problem: staleCodes.some((code) => hasCode(save.error, code)) ? undefined : (save.error ?? undefined),
  }
}

export type RebaseWork = ReturnType<typeof useRebaseWork>
