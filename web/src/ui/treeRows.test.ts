import { describe, expect, it } from 'vitest'
import { isTypedCharacter, moveByKey, rowByText, typedAfter } from './treeKeys'
import { type TreeBranch, type TreeNode, treeRows } from './treeRows'

const node = (id: string, branch = false, prefix?: string): TreeNode => ({
  id,
  label: id,
  icon: 'folder',
  branch,
  prefix,
})
const ready = (...nodes: (TreeNode | undefined)[]): TreeBranch<TreeNode> => ({
  state: 'ready',
  total: nodes.length,
  at: (index) => nodes[index],
})

const h160 = node('H160', true)
const h175 = node('H175', true)
const mel = node('MEL')

function rowsWith(branches: Record<string, TreeBranch<TreeNode>>, roots = ready(h160, h175)) {
  return treeRows({ roots, branchOf: ({ id }) => branches[id], isOpen: (id) => id in branches })
}
const outline = (rows: ReturnType<typeof rowsWith>) => rows.map((row) => `${'-'.repeat(row.level)}${row.key}`)

describe('the rows of a tree', () => {
  it('are the roots and the children of what is open, each with its level and place', () => {
    const rows = rowsWith({ H160: ready(mel, node('FCOM')) })
    expect(outline(rows)).toEqual(['-H160', '--MEL', '--FCOM', '-H175'])
    expect(rows[2]).toMatchObject({ parent: 0, index: 1, size: 2 })
    expect(rows[3]).toMatchObject({ parent: -1, index: 1, size: 2, open: false })
  })

  it('show a node as busy while its children are on their way', () => {
    const rows = rowsWith({ H160: { state: 'loading' } })
    expect(outline(rows)).toEqual(['-H160', '-H175'])
    expect(rows[0]).toMatchObject({ open: true, busy: true })
  })

  it('say that a branch failed or is empty, and keep the place of what is not read', () => {
    const rows = rowsWith({
      H160: { state: 'failed', message: 'No answer' },
      H175: ready(mel, undefined),
    })
    expect(rows.map((row) => row.kind)).toEqual(['node', 'failed', 'node', 'node', 'waiting'])
    expect(rows[4]).toMatchObject({ of: h175, index: 1, size: 2 })
    expect(rowsWith({ H160: ready() }).map((row) => row.kind)).toEqual(['node', 'empty', 'node'])
    expect(rowsWith({}, ready())).toEqual([])
  })

  it('never open a node that has no children', () => {
    const rows = treeRows({ roots: ready(mel), branchOf: () => ready(h160), isOpen: () => true })
    expect(outline(rows)).toEqual(['-MEL'])
  })
})

describe('the keys of a tree', () => {
  const rows = rowsWith({ H160: ready(mel, node('FCOM')) })
  const press = (key: string, active: number) => moveByKey(key, rows, active, 2)

  it('go up, down, to the ends and by pages, and stay inside', () => {
    expect(press('ArrowDown', 0)).toEqual({ kind: 'go', index: 1 })
    expect(press('ArrowDown', 3)).toEqual({ kind: 'go', index: 3 })
    expect(press('ArrowUp', 0)).toEqual({ kind: 'go', index: 0 })
    expect(press('PageDown', 0)).toEqual({ kind: 'go', index: 2 })
    expect(press('PageUp', 1)).toEqual({ kind: 'go', index: 0 })
    expect(press('Home', 3)).toEqual({ kind: 'go', index: 0 })
    expect(press('End', 0)).toEqual({ kind: 'go', index: 3 })
  })

  it('open and enter with the right arrow, close and leave with the left', () => {
    expect(press('ArrowRight', 3)).toEqual({ kind: 'open', nodes: [h175] })
    expect(press('ArrowRight', 0)).toEqual({ kind: 'go', index: 1 })
    expect(press('ArrowRight', 1)).toBeUndefined()
    expect(press('ArrowLeft', 0)).toEqual({ kind: 'close', node: h160 })
    expect(press('ArrowLeft', 2)).toEqual({ kind: 'go', index: 0 })
    expect(press('ArrowLeft', 3)).toBeUndefined()
  })

  it('open all closed neighbours with the star', () => {
    expect(press('*', 0)).toEqual({ kind: 'open', nodes: [h175] })
    expect(press('*', 1)).toEqual({ kind: 'open', nodes: [] })
  })

  it('choose with Enter and Space, and leave other keys alone', () => {
    expect(press('Enter', 0)).toEqual({ kind: 'activate' })
    expect(press(' ', 0)).toEqual({ kind: 'activate' })
    expect(press('Tab', 0)).toBeUndefined()
    expect(moveByKey('ArrowDown', [], 0, 2)).toBeUndefined()
  })
})

describe('typing in a tree', () => {
  const rows = rowsWith({ H160: ready(mel, node('FCOM', false, '21-40')) })

  it('finds the next row that starts with the text, by label or code, from where it stands', () => {
    expect(rowByText(rows, 0, 'm')).toBe(1)
    expect(rowByText(rows, 0, 'H17')).toBe(3)
    expect(rowByText(rows, 0, '21-')).toBe(2)
    expect(rowByText(rows, 0, 'x')).toBeUndefined()
  })

  it('goes through all rows of a letter that is typed again and again', () => {
    expect(rowByText(rows, 0, 'h')).toBe(3)
    expect(rowByText(rows, 3, 'hh')).toBe(0)
  })

  it('begins a new word after a pause', () => {
    const first = typedAfter({ text: '', at: 0 }, 'm', 5000)
    expect(typedAfter(first, 'e', 5200).text).toBe('me')
    expect(typedAfter(first, 'e', 6000).text).toBe('e')
  })

  it('takes single characters only', () => {
    expect(['a', '高', 'Enter', ' ', '*'].map(isTypedCharacter)).toEqual([true, true, false, false, false])
  })
})
