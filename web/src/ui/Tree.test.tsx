import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Tree } from './Tree'
import type { TreeBranch, TreeNode } from './treeRows'

type Branches = Record<string, TreeBranch<TreeNode>>

const node = (id: string, branch = false): TreeNode => ({ id, label: id, icon: 'folder', branch })
const ready = (...nodes: TreeNode[]): TreeBranch<TreeNode> => ({
  state: 'ready',
  total: nodes.length,
  at: (index) => nodes[index],
})
const roots = ready(node('H160', true), node('H175', true))

function Example({
  branches = {},
  ...more
}: { branches?: Branches } & Partial<Parameters<typeof Tree<TreeNode>>[0]>) {
  const [open, setOpen] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<string>()
  return (
    <Tree
      label="Folders"
      emptyText="Nothing here"
      roots={roots}
      branchOf={({ id }) => branches[id]}
      isOpen={(id) => open.includes(id)}
      onToggle={({ id }, wanted) =>
        setOpen((before) => (wanted ? [...before, id] : before.filter((each) => each !== id)))
      }
      selected={selected}
      onSelect={({ id }) => setSelected(id)}
      {...more}
    />
  )
}

const item = (name: string) => screen.getByRole('treeitem', { name })
const activeName = () => {
  const id = screen.getByRole('tree').getAttribute('aria-activedescendant') ?? ''
  return document.getElementById(id)?.textContent?.trim()
}

it('opens and selects a node by a click, and closes it by the next', async () => {
  const user = userEvent.setup()
  renderUi(<Example branches={{ H160: ready(node('MEL')) }} />)
  await user.click(item('H160'))
  expect(item('H160')).toHaveAttribute('aria-expanded', 'true')
  expect(item('H160')).toHaveAttribute('aria-selected', 'true')
  expect(item('MEL')).toHaveAttribute('aria-level', '2')
  expect(item('MEL')).not.toHaveAttribute('aria-expanded')
  await user.click(item('H160'))
  expect(screen.queryByRole('treeitem', { name: 'MEL' })).not.toBeInTheDocument()
})

it('is walked by the keyboard alone', async () => {
  const user = userEvent.setup()
  renderUi(<Example branches={{ H160: ready(node('MEL'), node('FCOM')), H175: ready(node('IPC')) }} />)
  await user.tab()
  expect(screen.getByRole('tree', { name: 'Folders' })).toHaveFocus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Enter}')
  expect(item('FCOM')).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowLeft}*{End}')
  expect(activeName()).toBe('IPC')
  await user.keyboard('{Home}me')
  expect(activeName()).toBe('MEL')
  // An arrow ends the word: the next letter begins another.
  await user.keyboard('{ArrowUp}f')
  expect(activeName()).toBe('FCOM')
})

it('shows that children are on their way, that there are none, and what failed', async () => {
  const user = userEvent.setup()
  const onRetry = vi.fn()
  const branches: Branches = { H160: { state: 'loading' }, H175: { state: 'failed', message: 'No answer.' } }
  const { rerender } = renderUi(<Example branches={branches} onRetry={onRetry} />)
  await user.click(item('H160'))
  expect(item('H160')).toHaveAttribute('aria-busy', 'true')
  await user.click(item('H175'))
  await user.click(screen.getByRole('treeitem', { name: /^No answer. Try again$/ }))
  expect(onRetry).toHaveBeenCalledWith(expect.objectContaining({ id: 'H175' }))
  rerender(<Example branches={{ ...branches, H160: ready() }} onRetry={onRetry} />)
  expect(item('Nothing here')).toHaveAttribute('aria-disabled', 'true')
})

it('gives the buttons of the active row a place in the tab order, and their clicks to nobody else', async () => {
  const user = userEvent.setup()
  const onAdd = vi.fn()
  renderUi(
    <Example
      actions={({ id }, tabIndex) => (
        <button type="button" tabIndex={tabIndex} onClick={() => onAdd(id)}>
          Add to {id}
        </button>
      )}
    />,
  )
  await user.tab()
  await user.keyboard('{ArrowDown}')
  await user.tab()
  expect(screen.getByRole('button', { name: 'Add to H175' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(onAdd).toHaveBeenCalledWith('H175')
  expect(item('H175')).toHaveAttribute('aria-selected', 'false')
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('tree')).toHaveFocus()
  expect(within(item('H160')).getByRole('button')).toHaveAttribute('tabindex', '0')
})

it('has only a window of 50,000 children in the page, and asks for those in view', async () => {
  const user = userEvent.setup()
  const read = 500
  const many: TreeBranch<TreeNode> = {
    state: 'ready',
    total: 50_000,
    at: (index) => (index < read ? node(`module ${index}`) : undefined),
  }
  const onNeed = vi.fn()
  renderUi(<Example branches={{ H160: many }} onNeed={onNeed} />)
  await user.click(item('H160'))
  const rows = screen.getAllByRole('treeitem')
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.length).toBeLessThan(60)
  expect(item('module 3')).toHaveAttribute('aria-posinset', '4')
  expect(item('module 3')).toHaveAttribute('aria-setsize', '50000')
  expect(onNeed).not.toHaveBeenCalled()
  const tree = screen.getByRole('tree')
  tree.scrollTop = 40_000 * 32
  tree.dispatchEvent(new Event('scroll'))
  await vi.waitFor(() => expect(onNeed).toHaveBeenCalledWith(expect.objectContaining({ id: 'H160' }), 40_000))
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
})
