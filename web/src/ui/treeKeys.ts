import type { TreeNode, TreeRow } from './treeRows'

export type TreeMove<Node extends TreeNode> =
  | { kind: 'go'; index: number }
  | { kind: 'open'; nodes: readonly Node[] }
  | { kind: 'close'; node: Node }
  | { kind: 'activate' }

/** The effect of a key in a tree, after the pattern of the ARIA authoring practices; undefined for other keys. */
export function moveByKey<Node extends TreeNode>(
  key: string,
  rows: readonly TreeRow<Node>[],
  active: number,
  rowsPerPage: number,
): TreeMove<Node> | undefined {
  const row = rows[active]
  if (!row) return undefined
  const go = (index: number): TreeMove<Node> => ({
    kind: 'go',
    index: Math.max(0, Math.min(rows.length - 1, index)),
  })
  switch (key) {
    case 'ArrowDown':
      return go(active + 1)
    case 'ArrowUp':
      return go(active - 1)
    case 'PageDown':
      return go(active + rowsPerPage)
    case 'PageUp':
      return go(active - rowsPerPage)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      return inward(rows, row, active)
    case 'ArrowLeft':
      return outward(row)
    case 'Enter':
    case ' ':
      return { kind: 'activate' }
    case '*':
      return { kind: 'open', nodes: closedSiblings(rows, row) }
    default:
      return undefined
  }
}

function inward<Node extends TreeNode>(
  rows: readonly TreeRow<Node>[],
  row: TreeRow<Node>,
  active: number,
): TreeMove<Node> | undefined {
  if (row.kind !== 'node' || !row.node.branch) return undefined
  if (!row.open) return { kind: 'open', nodes: [row.node] }
  return rows[active + 1]?.parent === active ? { kind: 'go', index: active + 1 } : undefined
}

function outward<Node extends TreeNode>(row: TreeRow<Node>): TreeMove<Node> | undefined {
  if (row.kind === 'node' && row.open) return { kind: 'close', node: row.node }
  return row.parent >= 0 ? { kind: 'go', index: row.parent } : undefined
}

function closedSiblings<Node extends TreeNode>(
  rows: readonly TreeRow<Node>[],
  { parent }: TreeRow<Node>,
): Node[] {
  return rows.flatMap((row) =>
    row.kind === 'node' && row.parent === parent && row.node.branch && !row.open ? [row.node] : [],
  )
}

/** The letters typed so far, and when the last of them was. */
export interface TypedPrefix {
  text: string
  at: number
}

const typingPauseMs = 700

/** Adds a typed character; after a pause a new word begins. */
export function typedAfter(before: TypedPrefix, key: string, at: number): TypedPrefix {
  return { text: at - before.at > typingPauseMs ? key : before.text + key, at }
}

export function isTypedCharacter(key: string): boolean {
  return [...key].length === 1 && key !== ' ' && key !== '*'
}

/** The next row whose code or label starts with the text; one letter again and again goes through its rows. */
export function rowByText<Node extends TreeNode>(
  rows: readonly TreeRow<Node>[],
  active: number,
  text: string,
): number | undefined {
  const letters = [...text.toLocaleLowerCase()]
  const same = letters.every((letter) => letter === letters[0])
  const wanted = same ? (letters[0] ?? '') : letters.join('')
  const matches = (row: TreeRow<Node> | undefined) =>
    row?.kind === 'node' &&
    [row.node.label, row.node.prefix ?? ''].some((each) => each.toLocaleLowerCase().startsWith(wanted))
  // A longer word may go on naming the row it has found; a single letter moves on.
  const first = same ? 1 : 0
  for (let step = first; step < rows.length + first; step++) {
    const index = (active + step) % rows.length
    if (matches(rows[index])) return index
  }
  return undefined
}
