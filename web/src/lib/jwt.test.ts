import { expect, it } from 'vitest'
import { claimsOf } from './jwt'

const token = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`
const claims = { account: '王丽', email: 'wang.li@example.org', role: 'author', exp: 1_800_000_000 }

it('reads claims with Chinese names', () => {
  expect(claimsOf(token(claims))).toEqual(claims)
})

it('reads a payload that needs both characters in which base64url differs', () => {
  const odd = { ...claims, account: '????>>>>~~~~ûÿ' }
  expect(token(odd)).toMatch(/-.*_|_.*-/)
  expect(claimsOf(token(odd))?.account).toBe(odd.account)
})

it.each([
  ['nothing', ''],
  ['no payload', 'e30'],
  ['no base64', 'e30.%%%.s'],
  ['no JSON', `e30.${Buffer.from('{').toString('base64url')}.s`],
  ['no UTF-8', `e30.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.s`],
  ['no expiry', token({ ...claims, exp: undefined })],
  ['an unknown role', token({ ...claims, role: 'root' })],
])('refuses %s', (_, text) => {
  expect(claimsOf(text)).toBeUndefined()
})
