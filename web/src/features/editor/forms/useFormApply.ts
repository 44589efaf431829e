import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormEdit } from '@/api/types'
import { problemText } from './formProblem'
import { applyEdits, type FormTarget } from './formText'

interface FormApplyProps {
  target: FormTarget
  /** Asks the server for the edits. */
  ask: () => Promise<{ edits: readonly FormEdit[] }>
  onClose: () => void
}

/** Applies a form to the text and closes it. A refusal is shown in the form, which keeps what was entered. */
export function useFormApply({ target, ask, onClose }: FormApplyProps) {
  const { t } = useTranslation()
  const [isStale, setStale] = useState(false)
  const apply = useMutation({ mutationFn: ask })
  return {
    submit: () => {
      if (apply.isPending) return
      apply.mutate(undefined, {
        onSuccess: ({ edits }) => {
          if (applyEdits(target, edits)) onClose()
          else setStale(true)
        },
      })
    },
    busy: apply.isPending,
    error: apply.error,
    problem: isStale ? t('forms.stale') : problemText(apply.error),
  }
}
