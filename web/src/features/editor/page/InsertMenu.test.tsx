import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { BlockCommand, BlockEdit } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { createStore, useStore } from '@/ui/store'
import { InsertMenu } from './InsertMenu'
import type { BlockEdits } from './useBlockEdits'

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
const onClose = vi.fn()

const shown = createStore<BlockEdits>({ edits: [], state: 'loading' })
const show = (edits: BlockEdit[], state: BlockEdits['state'] = 'current') =>
  act(() => shown.set({ edits, state }))

const onPick = vi.fn()
const actions = [{ key: 'delete 1', text: 'Delete', note: 'Step', onPick }]

function Menu({ hasActions = false }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <InsertMenu
      {...useStore(shown)}
      actions={hasActions ? actions : undefined}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onClose={(isEscape) => {
        onClose(isEscape)
        setOpen(false)
      }}
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
    show(edits)
    const { user } = renderPage(<Menu />, arthur)
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options()).toEqual([
      'Note block below · Paragraph',
      'List in the text',
      'Warning above · Paragraph',
    ])
    const field = screen.getByRole('combobox', { name: 'Find an element or command' })
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
    expect(onClose).toHaveBeenLastCalledWith(true)
  })

  it('offers nothing of an earlier place while the edits are loading, and says when they cannot be loaded', async () => {
    const edits = [edit('insertAfter', 'note')]
    onInsert.mockClear()
    show(edits, 'loading')
    const { user } = renderPage(<Menu />, arthur)
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('Loading…')
    await user.keyboard('{Enter}')
    expect(onInsert).not.toHaveBeenCalled()
    show([], 'failed')
    expect(screen.getByRole('status')).toHaveTextContent('The elements could not be loaded.')
  })

  it('keeps the highlighted element when others come', async () => {
    const list = edit('insertInside', 'randomList')
    show([edit('insertAfter', 'note'), list])
    const { user } = renderPage(<Menu />, arthur)
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    await user.keyboard('{ArrowDown}')
    show([edit('insertAfter', 'para'), edit('insertAfter', 'note'), list])
    await user.keyboard('{Enter}')
    expect(onInsert).toHaveBeenLastCalledWith(list)
  })

  it('offers the commands for the block behind the elements', async () => {
    show([edit('insertAfter', 'note')])
    const { user } = renderPage(<Menu hasActions />, arthur)
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Note block below · Paragraph',
      'Delete Step',
    ])
    await user.keyboard('dele{Enter}')
    expect(onPick).toHaveBeenCalledOnce()
    show([], 'loading')
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })

  it('offers an element beside each block of its kind, too', async () => {
    const steps = [0, 1, 2].map((depth) => edit('insertAfter', 'proceduralStep', depth))
    show(steps)
    const { user } = renderPage(<Menu />, arthur)
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Step below · Paragraph',
      'Step below · Step',
      'Step below · Step around it',
    ])
  })
})
