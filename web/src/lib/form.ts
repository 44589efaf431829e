import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import type { FieldError } from '@/api/types'

/**
 * Shows each of a refusal's field errors at its field; false when something is left that no field could show.
 * `names` has the fields of the form that the server knows by another name.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  names: Readonly<Record<string, string>> = {},
): boolean {
  if (!hasFieldErrors(error) || error.errors.length === 0) return false
  // Asked of the values, not of the inputs: a field of a row that is not on the screen counts too.
  const isField = (path: string): path is FieldPath<Values> => get(form.getValues(), path) !== undefined
  let allShown = true
  let focused = false
  for (const { field, message } of error.errors) {
    const path = names[field] ?? formPath(field)
    if (!isField(path)) {
      allShown = false
      continue
    }
    form.setError(path, { type: 'server', message }, { shouldFocus: !focused })
    focused = true
  }
  return allShown
}

/** The server's `aircraft[2].registration` is the form's `aircraft.2.registration`. */
function formPath(field: string): string {
  return field.replaceAll(/\[(\d+)\]/g, '.$1')
}

export function hasFieldErrors(error: unknown): error is { errors: readonly FieldError[] } {
  return typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors)
}
