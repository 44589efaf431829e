import { expect, it } from 'vitest'
import { issueText } from './issueText'

it.each([
  ['2016-12-31', '2016/12/31'],
  ['2026-03-02T00:00:00Z', '2026/03/02'],
  ['2026-03-02T23:30:15Z', '2026/03/02 23:30'],
  ['002-00', '002-00'],
  ['', ''],
])('reads %o as %o', (written, read) => {
  expect(issueText(written)).toBe(read)
})
