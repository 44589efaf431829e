import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Pages } from './Pages'

const list = { page: 1, pageSize: 20, setPage: vi.fn() }

it('has no pages without rows, nor for a single page of a fixed size', () => {
  const { rerender, container } = renderUi(<Pages list={list} query={{ data: { total: 0 } }} />)
  rerender(<Pages list={list} query={{ data: { total: 20 } }} />)
  expect(container).toBeEmptyDOMElement()
  rerender(<Pages list={list} query={{ data: { total: 21 } }} />)
  expect(screen.getByRole('navigation')).toBeVisible()
})

it('offers the page size for a single page', () => {
  renderUi(<Pages list={{ ...list, setPageSize: vi.fn() }} query={{ data: { total: 1 } }} />)
  expect(screen.getByRole('combobox')).toBeVisible()
})

it('goes to the last page that exists', () => {
  const setPage = vi.fn()
  renderUi(<Pages list={{ page: 4, pageSize: 20, setPage }} query={{ data: { total: 41 } }} />)
  expect(setPage).toHaveBeenCalledWith(3)
})
