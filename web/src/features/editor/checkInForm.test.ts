import { expect, it } from 'vitest'
import { emptyForm, nextIssue, requestOf } from './checkInForm'

const issue = (issueNumber: string, inWork: string) => ({ issueNumber, inWork })

it('gives the next number that no version has', () => {
  expect(nextIssue(issue('002', '00'), [], 'inWork')).toBe('002-01')
  expect(nextIssue(issue('002', '01'), [issue('002', '01'), issue('002', '04')], 'inWork')).toBe('002-05')
  expect(nextIssue(issue('002', '01'), [issue('002', '00')], 'full')).toBe('003-00')
  expect(nextIssue(issue('002', '00'), [issue('003', '00')], 'full')).toBe('004-00')
  expect(nextIssue(issue('', ''), [], 'full')).toBeUndefined()
})

it('sends no reason and no type where none was given', () => {
  const form = { ...emptyForm(), comment: ' Torque corrected ', issueDate: '' }
  expect(requestOf('abc', form)).toEqual({ sha256: 'abc', comment: 'Torque corrected', step: 'inWork' })
  expect(requestOf('abc', { ...form, reasonText: 'SB 32-001', highlight: true }).reason).toEqual({
    text: 'SB 32-001',
    type: 'urt01',
    highlight: true,
  })
})

it('asks for change marks only when they are wanted', () => {
  expect(requestOf('abc', { ...emptyForm(), markChanges: true }).markChanges).toBe(true)
  expect(requestOf('abc', emptyForm()).markChanges).toBeUndefined()
})

it('names the change request of the module until another one is chosen, or none', () => {
  const form = emptyForm()
  expect(requestOf('abc', form, 'r1').changeRequestId).toBe('r1')
  expect(requestOf('abc', { ...form, changeRequestId: 'r2' }, 'r1').changeRequestId).toBe('r2')
  expect(requestOf('abc', { ...form, changeRequestId: '' }, 'r1').changeRequestId).toBeUndefined()
  expect(requestOf('abc', { ...form, shareModule: true }).shareModule).toBe(true)
})
