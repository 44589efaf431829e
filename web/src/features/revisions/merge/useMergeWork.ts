import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import { readOpenTodo, resolveTodo, revisionQuery } from '@/api/revisions'
import type { OpenTodo } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { useUnsaved } from '@/ui/unsaved'
import { isMergedReason } from '../mergedReason'
import { type ConflictChoice, composed, settledChoices } from './compose'
import { useKeptChoices } from './keptChoices'

/** The text of this browser, and the to-do as another person left it. */
export interface Clash {
  own: string
  note: string
  fresh: OpenTodo
  done: boolean
}

interface Save {
  resolution: 'text' | 'ours' | 'theirs' | 'removed'
  done: boolean
}

const clashCodes = ['changed_meanwhile', 'revision.todo_done']

/** The merge has been saved as it is: the working version has it. */
const isMergeSaved = ({ todo: { reason }, isEdited }: OpenTodo) => !isEdited && isMergedReason(reason)

/** The work on one to-do: choices, the text that they make, and saving it. */
export function useMergeWork(revision: string, open: OpenTodo, onFresh: (fresh: OpenTodo) => void) {
  const { todo, result, workingVersion } = open
  const { account } = useMe().user
  const client = useQueryClient()
  const [clash, setClash] = useState<Clash>()
  const [problem, setProblem] = useState<Error>()
  const textOf = useCallback(
    (choices: readonly (ConflictChoice | undefined)[]) => (result ? composed(result, choices).text : ''),
    [result],
  )
  const kept = useKeptChoices(account, todo.id, workingVersion ?? '', textOf, todo.note)
  const { choices, note } = kept.work
  const made = useMemo(() => result && composed(result, choices), [result, choices])
  const hasChoices = choices.some((choice) => choice !== undefined)
  const isTouched = !kept.isSaved && (hasChoices || note !== todo.note)
  useUnsaved(isTouched)

  const save = useMutation({
    mutationFn: async ({ resolution, done }: Save) => {
      setProblem(undefined)
      const isUnchanged = resolution === 'text' && made?.text === result?.text && isMergeSaved(open)
      await resolveTodo(revision, todo, {
        ...(resolution === 'text' && made && !isUnchanged
          ? { resolution, text: made.text }
          : { resolution: isUnchanged ? 'ours' : resolution }),
        workingVersion,
        note: note.trim() === todo.note ? undefined : note.trim(),
        done,
      })
      const fresh = await readOpenTodo(revision, todo.id)
      const settled = settledChoices(result?.conflicts ?? [], choices, fresh.result?.conflicts ?? [])
      if (resolution === 'text' && !done && settled.some((choice) => choice !== undefined)) {
        await kept.settle(fresh.workingVersion ?? '', settled, fresh.todo.note)
      } else await kept.forget()
      onFresh(fresh)
    },
    onError: async (error, { resolution, done }) => {
      // The page says that the confirmation was undone as soon as it has read the revision.
      if (hasCode(error, 'revision.not_confirmed')) {
        const { queryKey } = revisionQuery(revision)
        void client.invalidateQueries({ queryKey })
      }
      const isClash = clashCodes.some((code) => hasCode(error, code))
      const fresh = isClash ? await readOpenTodo(revision, todo.id).catch(() => undefined) : undefined
      if (!fresh) return setProblem(error)
      // Both texts stay until one is chosen.
      if (resolution === 'text' && made) return setClash({ own: made.text, note: note.trim(), fresh, done })
      showProblem(error)
      onFresh(fresh)
    },
  })
  const choose = (index: number, choice: ConflictChoice | undefined) => {
    const next = Array.from({ length: result?.conflicts.length ?? 0 }, (_, at) =>
      at === index ? choice : choices[at],
    )
    kept.change({ choices: next, note })
  }
  const undecided = result?.conflicts.flatMap((_, index) => (choices[index] ? [] : [index])) ?? []
  return {
    choices,
    note,
    composed: made,
    undecided,
    isTouched,
    /** Choices at conflicts that are not saved. */
    hasChoices: hasChoices && !kept.isSaved,
    isRestored: kept.isRestored,
    /** The entries about an older text. */
    outdated: kept.outdated,
    choose,
    /** Keeps our text at every conflict without a choice. */
    keepOurs: () =>
      kept.change({
        choices: (result?.conflicts ?? []).map((_, index) => choices[index] ?? { take: 'ours' }),
        note,
      }),
    setNote: (text: string) => kept.change({ choices, note: text }),
    forget: kept.forget,
    save: (asked: Save) => !save.isPending && save.mutate(asked),
    isSaving: save.isPending,
    problem,
    clash,
    endClash: () => setClash(undefined),
  }
}

export type MergeWork = ReturnType<typeof useMergeWork>
