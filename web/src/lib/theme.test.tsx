import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseTheme, startTheme, themeKey } from './theme'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it.each([
  ['the address before what is stored', 'http://x/?theme=dark', 'light', 'dark'],
  ['the address behind the hash', 'http://x/#/dashboard?theme=dark', null, 'dark'],
  ['the address before the hash', 'http://x/?theme=dark#/dashboard', null, 'dark'],
  ['only letters, digits and spaces of it', 'http://x/?theme=dark%3Cscript%3E', null, 'dark'],
  ['no unknown word', 'http://x/?theme=purple', 'light', 'light'],
  ['no sign that is none of them', 'http://x/?theme=%3Cdark', 'light', 'light'],
  ['what is stored', 'http://x/', 'auto', 'auto'],
  ['light for a stored dark', 'http://x/', 'dark', 'light'],
  ['the default when nothing is said', 'http://x/', null, 'auto'],
])('takes %s', (_, address, stored, expected) => {
  expect(chooseTheme(address, stored)).toBe(expected)
})

function startAt(stored: string | null, systemIsDark: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: systemIsDark }))
  if (stored) localStorage.setItem(themeKey, stored)
  startTheme()
  return document.documentElement.dataset
}

it('follows the operating system when nothing is set, and is light after 50 ms', () => {
  const page = startAt(null, true)
  expect(page.coreuiTheme).toBe('dark')
  vi.advanceTimersByTime(49)
  expect(page.coreuiTheme).toBe('dark')
  vi.advanceTimersByTime(1)
  expect(page.coreuiTheme).toBe('light')
})

it('writes light over a stored dark', () => {
  expect(startAt('dark', true).coreuiTheme).toBe('light')
  expect(localStorage.getItem(themeKey)).toBe('light')
})
