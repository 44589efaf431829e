import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormEdit } from '@/api/types'
import { problemText } from './formProblem'
import { applyEdits, type FormPlace, renewed } from './formText'

interface FormApplyProps {
  /** The text that the form was opened for. */
  opened: FormPlace
  /** The form is about the element at the place, not about the whole module. */
  needsPlace: boolean
  /** Asks the server for the edits. */
  ask: (place: FormPlace) => Promise<{ edits: readonly FormEdit[] }>
  /** The values that the form was filled with. */
  shown: unknown
  read: (place: FormPlace) => Promise<unknown>
  onClose: () => void
}

/**
 * Applies a form to the text and closes it. A refusal is shown in the form, which keeps what was entered. When the text is
 * another one meanwhile, `reload` takes it, if it still has what the form shows.
 */
export function useFormApply({ opened, needsPlace, ask, shown, read, onClose }: FormApplyProps) {
  const { t } = useTranslation()
  const [place, setPlace] = useState(opened)
  const [stale, setStale] = useState<'text' | 'fields'>()
  const apply = useMutation({ mutationFn: ask })
  const again = useMutation({
    mutationFn: async () => {
      const next = renewed(place, needsPlace)
      return next && isSame(await read(next), shown) ? next : undefined
    },
    onSuccess: (next) => {
      if (next) setPlace(next)
      setStale(next ? undefined : 'fields')
    },
  })
  const problem = () => {
    if (again.error) return problemText(again.error)
    if (stale) return t(stale === 'text' ? 'forms.stale' : 'forms.staleFields')
    return problemText(apply.error)
  }
  return {
    place,
    submit: () => {
      if (apply.isPending) return
      again.reset()
      apply.mutate(place, {
        onSuccess: ({ edits }) => {
          if (applyEdits(place.target, edits)) onClose()
          else setStale('text')
        },
      })
    },
    busy: apply.isPending || again.isPending,
    error: apply.error,
    problem: problem(),
    reload: stale === 'text' ? () => again.mutate() : undefined,
  }
}

/** Positions differ when something before them was changed. */
const isSame = (one: unknown, other: unknown) => fieldsOf(one) === fieldsOf(other)
const fieldsOf = (read: unknown) =>
  JSON.stringify(read, (name, value) => (name === 'position' ? undefined : value))
