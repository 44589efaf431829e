import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { type Column, Table } from './Table'

interface User {
  account: string
  logins: number
}

const columns: Column<User>[] = [
  { key: 'account', header: 'Account', cell: (user) => user.account, sortable: true },
  {
    key: 'logins',
    header: 'Logins',
    cell: (user) => user.logins,
    sortable: true,
    align: 'end',
    hideBelow: 'lg',
  },
  { key: 'note', header: 'Note', cell: () => '-' },
]
const users: User[] = [
  { account: 'ann', logins: 3 },
  { account: 'bob', logins: 5 },
]
const table = {
  caption: 'Users',
  columns,
  rows: users,
  rowKey: (user: User) => user.account,
  empty: <p>Nobody here</p>,
}

describe('Table', () => {
  it('chooses rows one by one and all at once', () => {
    const onChange = vi.fn()
    const choice = (keys: string[]) => ({
      keys: new Set(keys),
      onChange,
      label: (user: User) => user.account,
    })
    const { rerender } = renderUi(<Table {...table} choice={choice(['ann'])} />)
    expect(screen.getByRole('checkbox', { name: 'Select ann' })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select bob' }))
    expect(onChange).toHaveBeenLastCalledWith(new Set(['ann', 'bob']))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(onChange).toHaveBeenLastCalledWith(new Set(['ann', 'bob']))
    rerender(<Table {...table} choice={choice(['ann', 'bob'])} />)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(onChange).toHaveBeenLastCalledWith(new Set())
  })

  it('shows a row for each and actions at its end', () => {
    renderUi(
      <Table
        {...table}
        actionsHeader="Actions"
        rowActions={(user) => <button type="button">Edit {user.account}</button>}
      />,
    )
    expect(screen.getByRole('table', { name: 'Users' })).toBeInTheDocument()
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeInTheDocument()
    const row = screen.getByRole('row', { name: /bob/ })
    expect(within(row).getByRole('button', { name: 'Edit bob' })).toBeInTheDocument()
  })

  it('says how it is sorted and asks for the other order', () => {
    const onSort = vi.fn()
    renderUi(<Table {...table} sort={{ key: 'account', order: 'asc' }} onSort={onSort} />)
    expect(screen.getByRole('columnheader', { name: 'Account' })).toHaveAttribute('aria-sort', 'ascending')
    expect(screen.getByRole('columnheader', { name: 'Logins' })).toHaveAttribute('aria-sort', 'none')
    expect(screen.getByRole('columnheader', { name: 'Note' })).not.toHaveAttribute('aria-sort')
    fireEvent.click(screen.getByRole('button', { name: 'Account' }))
    fireEvent.click(screen.getByRole('button', { name: 'Logins' }))
    expect(onSort.mock.calls).toEqual([
      [{ key: 'account', order: 'desc' }],
      [{ key: 'logins', order: 'asc' }],
    ])
  })

  it('goes back to rising from falling', () => {
    const onSort = vi.fn()
    renderUi(<Table {...table} sort={{ key: 'account', order: 'desc' }} onSort={onSort} />)
    expect(screen.getByRole('columnheader', { name: 'Account' })).toHaveAttribute('aria-sort', 'descending')
    fireEvent.click(screen.getByRole('button', { name: 'Account' }))
    expect(onSort).toHaveBeenCalledWith({ key: 'account', order: 'asc' })
  })

  it('holds the place of rows that are on their way', () => {
    renderUi(<Table {...table} rows={undefined} skeletonRows={3} />)
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(screen.getAllByRole('row')).toHaveLength(1 + 3)
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
  })

  it('shows the empty state instead of an empty table', () => {
    renderUi(<Table {...table} rows={[]} />)
    expect(screen.getByText('Nobody here')).toBeInTheDocument()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  it('does not say that there is nothing while newer rows are fetched', () => {
    const choice = { keys: new Set<string>(), onChange: () => undefined, label: () => '' }
    renderUi(<Table {...table} rows={[]} stale choice={choice} />)
    expect(screen.queryByText('Nobody here')).not.toBeInTheDocument()
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('checkbox')).toBeDisabled()
  })

  it('can be scrolled by keyboard when it is wider than its place', () => {
    let resized = () => {}
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resized = callback
        }
        observe() {
          resized()
        }
        disconnect() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360)
    renderUi(<Table {...table} />)
    expect(screen.getByRole('region', { name: 'Users' })).toHaveAttribute('tabindex', '0')
    vi.restoreAllMocks()
  })
})
