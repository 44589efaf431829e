import { afterEach, expect, it } from 'vitest'
import { emptySender, lastSender, rememberSender, senderOf } from './oemSender'

afterEach(() => localStorage.clear())

const operator = (code: string) => ({ code, name: 'Azure Bay', country: 'QZ' })

it('takes the code of an operator only if it is one of an enterprise', () => {
  expect(senderOf(operator('qz001'))).toEqual({
    senderIdent: 'QZ001',
    enterprise: 'Azure Bay',
    country: 'QZ',
  })
  expect(senderOf(operator('AZB'))).toEqual({ enterprise: 'Azure Bay', country: 'QZ' })
  expect(senderOf(operator('AZ-01'))).toEqual({ enterprise: 'Azure Bay', country: 'QZ' })
})

it('remembers the last sender, and nothing that it does not know', () => {
  expect(lastSender()).toEqual(emptySender)
  const sender = { senderIdent: 'QZ001', enterprise: 'Azure Bay', city: 'Port', country: 'QZ' }
  rememberSender(sender)
  expect(lastSender()).toEqual(sender)
  localStorage.setItem('airfolio.oemSender', '{"city": 7, "country": "QZ", "more": "x"}')
  expect(lastSender()).toEqual({ ...emptySender, country: 'QZ' })
  localStorage.setItem('airfolio.oemSender', 'no JSON')
  expect(lastSender()).toEqual(emptySender)
})
