import { hasFieldErrors } from '@/lib/form'

/** A refusal in words, with what is wrong with each value. */
export function problemText(error: Error | null): string | undefined {
  if (!error) return undefined
  const wrong = hasFieldErrors(error) ? error.errors.map(({ message }) => message) : []
  return [error.message, ...new Set(wrong)].join(' ')
}

/** The server's objection to the value of a field, by the field's name on the server. */
export const fieldProblem = (error: Error | null, name: string): string | undefined =>
  hasFieldErrors(error) ? error.errors.find(({ field }) => field === name)?.message : undefined
