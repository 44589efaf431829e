import { expect, it } from 'vitest'
import { sourceFiles } from '@/testing/sources'
import { laterRoutes } from './features/later/laterRoutes'

/** The number of pages that a later part brings. Lower it with every page; it is never raised. */
const stillWaiting = 3

// The pages that were missing when the shell was built; this list never changes.
const openAtFirst = [
  '/library/all',
  '/library/:folderPath',
  '/library/:folderPath/:manualPath',
  '/compliance-overview/index',
  '/compliance/overview',
  '/compliance/:policy',
  '/all-tasks/index',
  '/import/index',
  '/search/index',
  '/checkout',
  '/bookmark',
  '/recent',
  '/my/recent',
  '/my/bookmark',
  '/my/col',
  '/system/csdbs',
  '/system/manuals',
  '/fts/index',
]

it('only shrinks', () => {
  const open = laterRoutes.map(({ path }) => path)
  expect(open).toHaveLength(stillWaiting)
  expect(open.filter((path) => !openAtFirst.includes(path))).toEqual([])
  expect(new Set(open).size).toBe(open.length)
})

it('is the whole list: no other page is one in preparation', () => {
  const later = new RegExp(`<${'LaterPage'}\\b`)
  const users = sourceFiles().filter(({ text }) => later.test(text))
  expect(users.map(({ path }) => path)).toEqual(['routes.tsx'])
})
