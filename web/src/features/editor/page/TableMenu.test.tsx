import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { BlockCommand, BlockEdit } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { TableMenu } from './TableMenu'

startServer(arthur)
connectApp()

const edit = (command: BlockCommand): BlockEdit => ({
  command,
  element: 'entry',
  depth: 0,
  nearest: true,
  from: 0,
  to: 0,
  text: '',
  caret: 0,
})

it('groups the commands that the table allows, and no others', async () => {
  const onCommand = vi.fn()
  const edits = [edit('delete'), edit('mergeRight'), edit('deleteRow'), edit('addRowBelow')]
  const { user } = renderPage(<TableMenu edits={edits} onCommand={onCommand} />, arthur)
  await user.click(screen.getByRole('button', { name: 'Table' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.trim())).toEqual([
    'Add row below',
    'Delete row',
    'Merge with the cell to the right',
  ])
  const rows = screen.getByRole('group', { name: 'Rows' })
  await user.click(within(rows).getByRole('menuitem', { name: 'Delete row' }))
  expect(onCommand).toHaveBeenLastCalledWith('deleteRow', 0)
})

it('says why there are none outside of a table', async () => {
  const { user } = renderPage(<TableMenu edits={[edit('delete')]} onCommand={vi.fn()} />, arthur)
  await user.click(screen.getByRole('button', { name: 'Table' }))
  expect(screen.getByRole('menuitem', { name: /^No commands/ })).toHaveAttribute('aria-disabled', 'true')
})
