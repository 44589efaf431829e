import { expect, it } from 'vitest'
import { isViolation } from './useProblems'

it('counts violations of business rules that do not block, and no remarks about the rules', () => {
  const of = (code: string, severity: string) =>
    isViolation({ code, severity, line: 1, column: 1, from: 0, to: 0, message: '', params: {} })
  expect(of('brex.forbidden', 'warning')).toBe(true)
  expect(of('brex.more_places', 'warning')).toBe(true)
  expect(of('brex.forbidden', 'error')).toBe(false)
  expect(of('brex.not_found', 'warning')).toBe(false)
  expect(of('xsd.not_installed', 'warning')).toBe(false)
})
