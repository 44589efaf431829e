import { expect, it } from 'vitest'
import type { ManualRedline } from '@/api/types'
import { manualChangesQuery, withTick } from './redline'

const module = (path: string, section: number) => ({
  path,
  title: path,
  state: 'changed' as const,
  oldVersion: '1',
  newVersion: '2',
  section,
  viewed: false,
})

const redline: ManualRedline = {
  states: ['7', '9'],
  counts: { new: 0, changed: 3, removed: 0, pictures: 0, viewed: 0 },
  sections: [
    { id: 1, title: 'Fuel', count: 2, viewed: 0 },
    { id: 2, parent: 1, title: 'Pump', count: 1, viewed: 0 },
    { id: 3, title: 'Air', count: 1, viewed: 0 },
  ],
  contents: { count: 0, listed: [] },
  page: { items: [module('/A', 1), module('/B', 2)], total: 3, pageNumber: 1, pageSize: 2 },
}

it('counts a tick in the sections around the module, once', () => {
  const ticked = withTick([redline], module('/B', 2), true)
  expect(ticked[0]?.counts.viewed).toBe(1)
  expect(ticked[0]?.sections.map(({ viewed }) => viewed)).toEqual([1, 1, 0])
  expect(ticked[0]?.page.items.map(({ viewed }) => viewed)).toEqual([false, true])
  expect(withTick(ticked, module('/B', 2), true)).toBe(ticked)
  expect(withTick(ticked, module('/B', 2), false)).toEqual([redline])
})

it('reads on behind the last module of the states that were compared first', () => {
  const query = manualChangesQuery('/H160/MEL', { left: 'working', right: 'oem' })
  const next = query.getNextPageParam(redline, [redline], {}, [{}])
  expect(next).toEqual({ left: 'revision:7', right: 'revision:9', after: '/B' })
  const last = { ...redline, page: { ...redline.page, total: 2 } }
  expect(query.getNextPageParam(last, [last], {}, [{}])).toBeUndefined()
})
