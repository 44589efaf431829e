import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { BlockCommand, BlockEdit } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { InsertMenu } from './InsertMenu'

startServer(arthur)
connectApp()

const edit = (command: BlockCommand, inserted: string, depth = 0): BlockEdit => ({
  command,
  inserted,
  element: depth === 0 ? 'para' : 'proceduralStep',
  depth,
  nearest: depth === 0,
  from: 0,
  to: 0,
  text: '',
  caret: 0,
})

const onInsert = vi.fn()

function Menu({ edits }: { edits: BlockEdit[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <InsertMenu
      edits={edits}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onInsert={onInsert}
    />
  )
}

describe('the insert menu', () => {
  it('lists what can be inserted, each at its nearest place, and filters it', async () => {
    const near = edit('insertAfter', 'note')
    const edits = [
      edit('insertAfter', 'note', 1),
      near,
      edit('insertBefore', 'warning'),
      edit('insertInside', 'randomList'),
    ]
    const { user } = renderPage(<Menu edits={edits} />, arthur)
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options()).toEqual([
      'Note block below · Paragraph',
      'List in the text',
      'Warning above · Paragraph',
    ])
    const field = screen.getByRole('combobox', { name: 'Find an element' })
    expect(field).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { name: /List/ })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('not{Enter}')
    expect(onInsert).toHaveBeenLastCalledWith(near)
    await user.clear(field)
    await user.type(field, 'nothing like it')
    expect(screen.getByRole('status')).toHaveTextContent('Nothing can be inserted here.')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })
})
