import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Tree } from '@/ui/Tree'
import type { TreeNode } from '@/ui/treeRows'
import {
  closeNodes,
  createTreeState,
  openNode,
  type TreePage,
  type TreeState,
  useLazyTree,
} from './useLazyTree'

const node = (id: string, branch = false): TreeNode => ({ id, label: id, icon: 'folder', branch })
const h160 = node('H160', true)
const pageSize = 100

type ReadPage = (node: TreeNode, page: number) => Promise<TreePage<TreeNode>>

function Example({ state, read }: { state: TreeState<TreeNode>; read: ReadPage }) {
  const lazy = useLazyTree({
    state,
    pageSize,
    children: (of, page) => ({ queryKey: [of.id, page], queryFn: () => read(of, page) }),
  })
  const roots = { state: 'ready', total: 1, at: () => h160 } as const
  return <Tree label="Folders" emptyText="Nothing here" roots={roots} onSelect={() => undefined} {...lazy} />
}

function show(read: ReadPage, state = createTreeState<TreeNode>()) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const element = (
    <QueryClientProvider client={client}>
      <Example state={state} read={read} />
    </QueryClientProvider>
  )
  return { ...renderUi(element), element, state, user: userEvent.setup() }
}

const item = (name: string | RegExp) => screen.findByRole('treeitem', { name })

function pageOf(total: number, page: number): TreePage<TreeNode> {
  const first = (page - 1) * pageSize
  const count = Math.min(pageSize, total - first)
  return { total, items: Array.from({ length: count }, (_, index) => node(`module ${first + index}`)) }
}

it('reads nothing before a node is opened, and shows that its children are on their way', async () => {
  let deliver = (_page: TreePage<TreeNode>) => {}
  const read = vi.fn<ReadPage>(() => new Promise((resolve) => (deliver = resolve)))
  const { user } = show(read)
  expect(read).not.toHaveBeenCalled()
  await user.click(await item('H160'))
  expect(await item('H160')).toHaveAttribute('aria-busy', 'true')
  deliver({ total: 1, items: [node('MEL')] })
  expect(await item('MEL')).toBeVisible()
  expect(await item('H160')).not.toHaveAttribute('aria-busy')
})

it('reads of a large branch only the pages that are looked at', async () => {
  const read = vi.fn<ReadPage>(async (_node, page) => pageOf(50_000, page))
  const { user } = show(read)
  await user.click(await item('H160'))
  await item('module 0')
  await user.keyboard('{End}')
  const tree = screen.getByRole('tree')
  tree.scrollTop = 50_000 * 32
  tree.dispatchEvent(new Event('scroll'))
  expect(await item('module 49999')).toHaveAttribute('aria-setsize', '50000')
  expect(read.mock.calls.map(([, page]) => page)).toEqual([1, 500])
})

it('says what failed and tries again', async () => {
  const read = vi
    .fn<ReadPage>()
    .mockRejectedValueOnce(new Error('No answer.'))
    .mockResolvedValue(pageOf(1, 1))
  const { user } = show(read)
  await user.click(await item('H160'))
  await user.click(await item(/No answer/))
  expect(await item('module 0')).toBeVisible()
})

it('keeps what is open when the tree goes and comes again, until it is closed for good', async () => {
  const { unmount, state } = show(async () => pageOf(1, 1))
  openNode(state, h160)
  expect(await item('module 0')).toBeVisible()
  unmount()
  show(async () => pageOf(1, 1), state)
  expect(await item('module 0')).toBeVisible()
  closeNodes(state, (id) => id.startsWith('H1'))
  await vi.waitFor(() => expect(screen.queryByRole('treeitem', { name: 'module 0' })).not.toBeInTheDocument())
})
