import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { BlockEdit } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { BlockMenu } from './BlockMenu'

startServer(arthur)
connectApp()

const edit = (depth: number): BlockEdit => ({
  command: 'delete',
  element: 'proceduralStep',
  depth,
  nearest: depth === 1,
  from: 0,
  to: 0,
  text: '',
  caret: 0,
})

it('offers the split of a step with the commands for its text', async () => {
  const onCommand = vi.fn()
  const split: BlockEdit = { ...edit(0), command: 'split' }
  const row: BlockEdit = { ...edit(0), command: 'addRowAbove', element: 'entry' }
  const menu = <BlockMenu element="para" edits={[split, row, edit(1)]} onCommand={onCommand} />
  const { user } = renderPage(menu, arthur)
  await user.click(screen.getByRole('button', { name: 'Block: Paragraph' }))
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.trim())
  expect(names).toEqual(['Split at the cursor', 'Delete'])
  expect(within(screen.getByRole('group', { name: 'Step' })).getByRole('menuitem')).toHaveTextContent(
    'Delete',
  )
  const text = screen.getByRole('group', { name: 'Paragraph' })
  await user.click(within(text).getByRole('menuitem', { name: 'Split at the cursor' }))
  expect(onCommand).toHaveBeenLastCalledWith('split', 0)
})

it('tells a step from the step around it', async () => {
  const onCommand = vi.fn()
  const menu = <BlockMenu element="para" edits={[edit(2), edit(1)]} onCommand={onCommand} />
  const { user } = renderPage(menu, arthur)
  for (const [name, depth] of [
    ['Step', 1],
    ['Step around it', 2],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Block: Paragraph' }))
    const group = screen.getByRole('group', { name })
    await user.click(within(group).getByRole('menuitem', { name: 'Delete' }))
    expect(onCommand).toHaveBeenLastCalledWith('delete', depth)
  }
})

it('does nothing with the commands of an earlier place', async () => {
  const onCommand = vi.fn()
  const { user } = renderPage(
    <BlockMenu element="para" edits={[edit(1)]} isLoading onCommand={onCommand} />,
    arthur,
  )
  await user.click(screen.getByRole('button', { name: 'Block: Paragraph' }))
  const entry = screen.getByRole('menuitem', { name: 'Delete' })
  expect(entry).toHaveAttribute('aria-disabled', 'true')
  await user.click(entry)
  expect(onCommand).not.toHaveBeenCalled()
})
