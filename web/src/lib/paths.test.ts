import { expect, it } from 'vitest'
import { href, paths, safeBack } from './paths'

it('sends an empty search text too', () => {
  expect(paths.search('')).toBe('/search/index?search=')
  expect(paths.search('main rotor & hub')).toBe('/search/index?search=main+rotor+%26+hub')
  expect(paths.search()).toBe('/search/index')
})

it('spells names of databases and manuals so that they come back as they were', () => {
  expect(paths.manual('A+B', 'ME L/1?')).toBe('/library/A%2BB/ME%20L%2F1%3F')
  expect(href(paths.database('H160'))).toBe('#/library/H160')
})

it.each([
  ['/admin/index?tab=users', '/admin/index?tab=users'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['/', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['/pages/login', '/dashboard'],
  ['/pages/register', '/dashboard'],
  ['/library/A%2BB/ME%20L', '/library/A%2BB/ME%20L'],
  ['/search/index?search=100%25 //x', '/search/index?search=100%25 //x'],
  ['/library/数据库', '/library/数据库'],
  ['/\\evil.example', '/dashboard'],
  ['\\\\evil.example', '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['/\n/evil.example', '/dashboard'],
  [' //evil.example', '/dashboard'],
  ['///evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['data:text/html,x', '/dashboard'],
  ['#/admin/index', '/dashboard'],
  ['admin/index', '/dashboard'],
  ['/PAGES/login', '/dashboard'],
  ['/%70ages/login', '/dashboard'],
  ['/./pages/login', '/dashboard'],
  ['/x/../pages/login', '/dashboard'],
  ['/x/..//pages/login', '/dashboard'],
  ['/%', '/dashboard'],
  ['/%E0%A4%A', '/dashboard'],
])('goes back to %s at %s', (back, place) => {
  expect(safeBack(back)).toBe(place)
})
