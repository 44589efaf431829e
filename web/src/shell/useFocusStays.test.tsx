import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { useFocusStays } from './useFocusStays'

function Rows() {
  const main = useRef<HTMLElement>(null)
  const [rows, setRows] = useState(['A', 'B'])
  useFocusStays(main)
  const remove = (row: string) => setRows(rows.filter((each) => each !== row))
  return (
    <>
      <button type="button" onClick={() => remove('A')}>
        Remove A from outside
      </button>
      <main ref={main} tabIndex={-1}>
        {rows.length > 0 && (
          <table aria-label="Packages">
            <tbody>
              {rows.map((row) => (
                <tr key={row}>
                  <td>
                    <button type="button" onClick={() => remove(row)}>
                      Delete {row}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p>Text</p>
      </main>
    </>
  )
}

const user = userEvent.setup()
beforeEach(() => {
  render(<Rows />)
})

it('keeps the focus in the table of a row that goes, and on the page when the table goes', async () => {
  await user.click(screen.getByRole('button', { name: 'Delete A' }))
  await waitFor(() => expect(screen.getByRole('table', { name: 'Packages' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Delete B' }))
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('takes the focus from nothing else', async () => {
  screen.getByRole('button', { name: 'Delete A' }).focus()
  await user.click(screen.getByRole('button', { name: 'Remove A from outside' }))
  expect(screen.queryByRole('button', { name: 'Delete A' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove A from outside' })).toHaveFocus()
})
