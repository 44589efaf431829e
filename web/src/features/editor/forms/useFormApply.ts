import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FormEdit } from '@/api/types'
import { showToast } from '@/ui/toasts'
import { applyEdits, type FormTarget } from './formText'

interface FormApplyProps {
  target: FormTarget
  /** Asks the server for the edits. */
  ask: () => Promise<{ edits: readonly FormEdit[] }>
  onClose: () => void
}

/** Applies a form to the text and closes it; a refusal is shown in the form. */
export function useFormApply({ target, ask, onClose }: FormApplyProps) {
  const { t } = useTranslation()
  const apply = useMutation({ mutationFn: ask })
  return {
    submit: () => {
      if (apply.isPending) return
      apply.mutate(undefined, {
        onSuccess: ({ edits }) => {
          if (!applyEdits(target, edits)) showToast({ tone: 'warning', text: t('forms.stale') })
          onClose()
        },
      })
    },
    busy: apply.isPending,
    problem: apply.error?.message,
  }
}
