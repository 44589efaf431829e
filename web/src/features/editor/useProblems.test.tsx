import { expect, it } from 'vitest'
import { violationCount } from './useProblems'

const problem = (code: string, severity: string, params: Record<string, string> = {}) => ({
  code,
  severity,
  line: 1,
  column: 1,
  from: 0,
  to: 0,
  message: '',
  params,
})

it('counts violations of business rules that do not block, and no remarks about the rules', () => {
  const of = (code: string, severity: string) => violationCount([problem(code, severity)])
  expect(of('brex.forbidden', 'warning')).toBe(1)
  expect(of('brex.forbidden', 'error')).toBe(0)
  expect(of('brex.not_found', 'warning')).toBe(0)
  expect(of('xsd.not_installed', 'warning')).toBe(0)
})

it('counts the places that are not listed', () => {
  const listed = Array.from({ length: 20 }, () => problem('brex.forbidden', 'warning'))
  expect(violationCount([...listed, problem('brex.more_places', 'warning', { count: '57' })])).toBe(77)
})
