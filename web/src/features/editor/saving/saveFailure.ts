import { ApiProblem, detailOf, isPassing } from '@/api/problem'
import type { SaveFailure } from './saver'

/** The meaning of a failed save for the saver. */
export function failureOf(error: unknown): SaveFailure {
  // A page that is closed breaks its calls off.
  if (!(error instanceof ApiProblem)) return { kind: 'unreachable' }
  if (isPassing(error)) return { kind: 'unreachable' }
  if (error.status === 401) return { kind: 'signedOut' }
  // Another text, or the same draft on top of another version: the saver looks at both.
  if (error.code === 'draft.newer' || error.code === 'draft.rebased') return { kind: 'newer' }
  if (error.code === 'draft.open_elsewhere') return { kind: 'elsewhere' }
  const message = error.findings[0]?.message ?? detailOf(error)
  if (error.code === 'draft.refused' || error.status === 413) return { kind: 'refused', message }
  return { kind: 'notMine', message }
}
