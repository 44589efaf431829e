import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Pagination } from './Pagination'

describe('Pagination', () => {
  it('counts ten rows to a page unless told otherwise', () => {
    renderUi(<Pagination page={2} total={35} onPage={vi.fn()} />)
    expect(screen.getByRole('status')).toHaveTextContent('11–20 of 35')
    expect(screen.getByRole('button', { name: 'Page 4' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Page 5' })).not.toBeInTheDocument()
  })

  it('marks the current page and goes to the page that is clicked', () => {
    const onPage = vi.fn()
    renderUi(<Pagination page={2} total={35} onPage={onPage} />)
    expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    fireEvent.click(screen.getByRole('button', { name: 'Page 4' }))
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(onPage.mock.calls).toEqual([[4], [1], [3]])
  })

  it('does not leave the ends', () => {
    const onPage = vi.fn()
    renderUi(<Pagination page={1} total={11} onPage={onPage} />)
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(onPage).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('says 0–0 of 0 and offers no pages when there is nothing', () => {
    renderUi(<Pagination page={1} total={0} onPage={vi.fn()} />)
    expect(screen.getByRole('status')).toHaveTextContent('0–0 of 0')
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  it('reports another page size', () => {
    const onPageSize = vi.fn()
    renderUi(<Pagination page={1} total={200} onPage={vi.fn()} onPageSize={onPageSize} />)
    fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '50' } })
    expect(onPageSize).toHaveBeenCalledWith(50)
  })
})
