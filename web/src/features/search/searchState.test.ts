import { expect, it } from 'vitest'
import { chosenFilters, readSearch, requestOf, searchAt, stateOf, toggled, writeSearch } from './searchState'

const address =
  'search=hydraulic+pump&sort=newest&lane=oem&csdbName=A&csdbName=B&where=warning&page=3&size=50'

it('is the same after it went through the address', () => {
  expect(writeSearch(readSearch(new URLSearchParams(address))).toString()).toBe(address)
})

it('tells an empty text in the address and leaves out what is usual', () => {
  expect(writeSearch(readSearch(new URLSearchParams('sort=relevance&page=1'))).toString()).toBe('search=')
})

it('takes nonsense in the address for nothing', () => {
  const state = readSearch(new URLSearchParams('search=a&sort=up&lane=left&page=-2&size=7&color=red'))
  expect(state).toEqual(readSearch(new URLSearchParams('search=a')))
})

it('asks for what is chosen and nothing else', () => {
  const none = { manualName: [], language: [], kind: [], ataChapter: [], status: [] }
  expect(requestOf(readSearch(new URLSearchParams(address)))).toEqual({
    searchText: 'hydraulic pump',
    sort: 'newest',
    lane: 'oem',
    filters: { csdbName: ['A', 'B'], where: ['warning'], applicability: [], revision: [], ...none },
  })
  expect(requestOf(readSearch(new URLSearchParams('search=+pump+')))).toEqual({ searchText: 'pump' })
})

it('comes back from a saved search without its page', () => {
  const state = readSearch(new URLSearchParams(address))
  expect(stateOf(requestOf(state))).toEqual({ ...state, page: 1, pageSize: undefined })
})

it('starts another choice of filters at the first page, and gives the last value up', () => {
  const state = readSearch(new URLSearchParams(address))
  const more = toggled(state, 'csdbName', 'C')
  expect(more.page).toBe(1)
  expect(more.filters.csdbName).toEqual(['A', 'B', 'C'])
  const none = toggled(toggled(state, 'csdbName', 'A'), 'csdbName', 'B')
  expect(chosenFilters(none)).toEqual([{ field: 'where', value: 'warning' }])
  expect(requestOf(none).filters).toMatchObject({ csdbName: [], where: ['warning'] })
})

it('asks for the working version at a moment, and for no OEM revision then', () => {
  const state = readSearch(new URLSearchParams('search=pump&lane=all&revision=7&status=Draft&page=2'))
  const then = searchAt(state, '2026-03-01T12:00:00.000Z')
  expect(requestOf(then)).toMatchObject({ searchText: 'pump', asOf: '2026-03-01T12:00:00.000Z' })
  expect(requestOf(then)).toMatchObject({ filters: { revision: [], status: ['Draft'] } })
  expect(requestOf(then)).not.toHaveProperty('lane')
  expect(readSearch(writeSearch(then))).toEqual({ ...then, filters: { status: ['Draft'] } })
  expect(stateOf(requestOf(then)).asOf).toBe('2026-03-01T12:00:00.000Z')
  expect(requestOf(searchAt(then, undefined))).not.toHaveProperty('asOf')
})
