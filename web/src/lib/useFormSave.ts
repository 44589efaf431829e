import { type FormEventHandler, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { showFieldErrors } from '@/lib/form'

export interface FormSave {
  submit: FormEventHandler
  busy: boolean
  /** The error that belongs to no field. */
  problem: Error | undefined
  clearProblem: () => void
}

/**
 * Saves a form once per submit; typed values stay when saving fails, and every error is shown.
 * `fieldOfCode` names the field that a problem of a given code is about, such as a name that is taken;
 * `fieldOfServer` the fields that the server knows by another name.
 */
export function useFormSave<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  save: (values: Values) => Promise<unknown>,
  fieldOfCode: Record<string, FieldPath<Values>> = {},
  fieldOfServer: Readonly<Record<string, string>> = {},
): FormSave {
  const [problem, setProblem] = useState<Error>()
  const { isSubmitting } = form.formState
  const showProblem = (error: Error) => {
    const field = fieldOfCode['code' in error ? String(error.code) : '']
    if (field) form.setError(field, { type: 'server', message: error.message }, { shouldFocus: true })
    else if (!showFieldErrors(form, error, fieldOfServer)) setProblem(error)
  }
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined)
    try {
      await save(values)
    } catch (error) {
      showProblem(error instanceof Error ? error : new Error(String(error)))
    }
  })
  return {
    submit: (event) => {
      event.preventDefault()
      if (isSubmitting) return
      // The server's complaints about the last try must not stop this one.
      form.clearErrors()
      void submit(event)
    },
    busy: isSubmitting,
    problem,
    clearProblem: () => setProblem(undefined),
  }
}
