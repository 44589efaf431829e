import { expect, it } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { failureOf } from './saveFailure'

const refusal = (status: number, code: string, more = {}) =>
  new ApiProblem({ title: 'A sentence', status, code, ...more })

it.each([
  [refusal(0, 'network.unreachable'), { kind: 'unreachable' }],
  [refusal(503, 'server.busy'), { kind: 'unreachable' }],
  [refusal(429, 'throttled'), { kind: 'unreachable' }],
  [new DOMException('Aborted', 'AbortError'), { kind: 'unreachable' }],
  [refusal(401, 'token.expired'), { kind: 'signedOut' }],
  [refusal(409, 'draft.newer'), { kind: 'newer' }],
  [refusal(409, 'draft.rebased'), { kind: 'newer' }],
  [refusal(409, 'draft.open_elsewhere'), { kind: 'elsewhere' }],
  [refusal(413, 'body.too_large'), { kind: 'refused', message: 'A sentence' }],
  [
    refusal(422, 'draft.refused', { findings: [{ line: 3, message: 'Line 3 has an entity' }] }),
    { kind: 'refused', message: 'Line 3 has an entity' },
  ],
  [refusal(403, 'forbidden'), { kind: 'notMine', message: 'A sentence' }],
  [refusal(409, 'file.not_checked_out'), { kind: 'notMine', message: 'A sentence' }],
  [refusal(404, 'file.not_found', { detail: 'Deleted' }), { kind: 'notMine', message: 'Deleted' }],
])('tells what a failed save means: %s', (error, failure) => {
  expect(failureOf(error)).toEqual(failure)
})
