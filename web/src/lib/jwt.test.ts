import { expect, it } from 'vitest'
import { claimsOf } from './jwt'

const base64Url = (text: string) => Buffer.from(text).toString('base64url')
const token = (payload: unknown) => `e30.${base64Url(JSON.stringify(payload))}.s`
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
  ['no JSON', `e30.${base64Url('{')}.s`],
  ['no UTF-8', `e30.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.s`],
  ['no expiry', token({ ...claims, exp: undefined })],
  ['an unknown role', token({ ...claims, role: 'root' })],
  ['a role of another kind', token({ ...claims, role: ['admin'] })],
  ['an expiry in words', token({ ...claims, exp: '1800000000' })],
  [
    'an expiry that is no number',
    `e30.${base64Url('{"account":"a","email":"","role":"admin","exp":NaN}')}.s`,
  ],
  [
    'an expiry beyond all numbers',
    `e30.${base64Url('{"account":"a","email":"","role":"admin","exp":1e999}')}.s`,
  ],
  ['no account', token({ ...claims, account: null })],
  ['claims that hang on a prototype only', `e30.${base64Url(`{"__proto__":${JSON.stringify(claims)}}`)}.s`],
  ['a list', token([claims])],
  ['a bare text', token('admin')],
  ['null', token(null)],
  ['dots only', '...'],
  ['white space', ' . . '],
  ['a byte order mark before the JSON', `e30.${base64Url('\uFEFF\uFEFF{}')}.s`],
  ['half a character', `e30.${Buffer.from([0x22, 0xe7, 0x8e, 0x22]).toString('base64url')}.s`],
  ['a megabyte of nothing', `e30.${'A'.repeat(1_000_000)}.s`],
  ['ten thousand brackets', `e30.${base64Url('['.repeat(10_000))}.s`],
])('refuses %s', (_, text) => {
  expect(claimsOf(text)).toBeUndefined()
})
