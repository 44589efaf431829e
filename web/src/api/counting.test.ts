import { expect, it } from 'vitest'
import { type Counted, isStuck, untilCounted, withStalls } from './counting'

const pendingOf = ({ pending }: { pending: number }) => pending

function after(answers: number[]): { pending: number } & Counted {
  let data: ({ pending: number } & Counted) | undefined
  for (const pending of answers) data = withStalls(data, { pending }, pendingOf)
  return data ?? { pending: 0, stalls: 0 }
}

it('goes on as long as fewer are left', () => {
  expect(untilCounted(after([900, 700, 500]), pendingOf)).toBe(500)
  expect(untilCounted(after([900, 700, 0]), pendingOf)).toBe(false)
  expect(untilCounted<ReturnType<typeof after>>(undefined, pendingOf)).toBe(false)
})

it('ends when asking again does not help', () => {
  expect(untilCounted(after([900, 5, 5, 5]), pendingOf)).toBe(500)
  const stuck = after([900, 5, 5, 5, 5])
  expect(untilCounted(stuck, pendingOf)).toBe(false)
  expect(isStuck(5, stuck)).toBe(true)
  expect(isStuck(4, after([900, 5, 5, 5, 5, 4]))).toBe(false)
})
