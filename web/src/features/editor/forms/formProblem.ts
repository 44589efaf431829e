import { hasFieldErrors } from '@/lib/form'

/** A refusal in words, with what is wrong with each value. */
export function problemText(error: Error | null): string | undefined {
  if (!error) return undefined
  const wrong = hasFieldErrors(error) ? error.errors.map(({ message }) => message) : []
  return [error.message, ...new Set(wrong)].join(' ')
}

/** What is wrong with the value of a field, by its name on the server. */
export const fieldProblem = (error: Error | null, name: string): string | undefined =>
  hasFieldErrors(error) ? error.errors.find(({ field }) => field === name)?.message : undefined
