import { act, renderHook } from '@testing-library/react'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { expect, it } from 'vitest'
import { useExistingPage, useListState } from './useListState'

const defaults = { sortKeys: ['code', 'name'], sort: { key: 'code', order: 'asc' } } as const

function start(search: string, counted: Parameters<typeof useExistingPage>[1] = { data: undefined }) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[`/list${search}`]}>{children}</MemoryRouter>
  )
  const { result } = renderHook(
    () => {
      const list = useListState(defaults, 20)
      useExistingPage(list, counted)
      return { list, search: useLocation().search }
    },
    { wrapper },
  )
  return { list: () => result.current.list, search: () => result.current.search }
}

it('reads page, size, order and filters from the address', () => {
  const { list } = start('?page=3&size=50&sort=name&order=desc&filter=alp')
  expect(list()).toMatchObject({
    pageRequest: { pageNumber: 3, pageSize: 50 },
    page: 3,
    pageSize: 50,
    sort: { key: 'name', order: 'desc' },
  })
  expect(list().filter('filter')).toBe('alp')
  expect(list().filter('role')).toBe('')
})

it('falls back where the address makes no sense', () => {
  const { list } = start('?page=0.5&size=1000&sort=secret&order=up')
  expect(list()).toMatchObject({ page: 1, pageSize: 20, sort: { key: 'code', order: 'asc' } })
})

it('starts at the first page of another choice and leaves foreign values alone', () => {
  const { list, search } = start('?tab=users&page=3')
  act(() => list().setFilter('filter', 'alp'))
  expect(search()).toBe('?tab=users&filter=alp')
  act(() => list().setPage(2))
  act(() => list().setSort({ key: 'name', order: 'desc' }))
  expect(search()).toBe('?tab=users&filter=alp&sort=name&order=desc')
  act(() => list().clearFilters(['filter', 'role']))
  expect(search()).toBe('?tab=users&sort=name&order=desc')
})

it('opens something without leaving the page of rows', () => {
  const { list, search } = start('?page=3')
  act(() => list().setOpen('job', '7'))
  expect(search()).toBe('?page=3&job=7')
  act(() => list().setOpen('job', ''))
  expect(search()).toBe('?page=3')
})

it('keeps both of two changes that come at once', () => {
  const { list, search } = start('?page=2')
  act(() => {
    const { setFilter } = list()
    setFilter('actor', 'ann')
    setFilter('subject', 'alp')
  })
  expect(search()).toBe('?actor=ann&subject=alp')
})

it('keeps a change that comes while an earlier one arrives', () => {
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>
  const { result } = renderHook(
    () => {
      const list = useListState(defaults, 20)
      const { search } = useLocation()
      const { setFilter } = list
      // Before the hook has seen the first change arrive, and right after.
      useLayoutEffect(() => {
        if (search === '?actor=ann') setFilter('subject', 'alp')
      }, [search, setFilter])
      useEffect(() => {
        if (search === '?actor=ann') setFilter('action', 'csdb')
      }, [search, setFilter])
      return { list, search }
    },
    { wrapper },
  )
  act(() => result.current.list.setFilter('actor', 'ann'))
  expect(result.current.search).toBe('?actor=ann&subject=alp&action=csdb')
})

it('starts from where somebody else has gone', () => {
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>
  const { result } = renderHook(
    () => ({ list: useListState(defaults, 20), go: useNavigate(), search: useLocation().search }),
    { wrapper },
  )
  act(() => result.current.list.setFilter('actor', 'ann'))
  act(() => void result.current.go('?subject=alp'))
  act(() => result.current.list.setFilter('action', 'csdb'))
  expect(result.current.search).toBe('?subject=alp&action=csdb')
})

it('writes only what differs from the usual', () => {
  const { list, search } = start('')
  act(() => list().setPageSize(50))
  expect(search()).toBe('?size=50')
  act(() => list().setPageSize(20))
  act(() => list().setPage(1))
  expect(search()).toBe('')
})

it('goes back to the last page when the asked one is no more', () => {
  const { list } = start('?page=4', { data: { total: 41 } })
  expect(list().page).toBe(3)
})

it('stays on its page while the rows are still those of another list', () => {
  const { list } = start('?page=4', { data: { total: 41 }, isPlaceholderData: true })
  expect(list().page).toBe(4)
})
