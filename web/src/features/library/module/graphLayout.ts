import type { Graph } from '@/api/types'

export const boxWidth = 220
export const boxHeight = 46
const gapBetweenColumns = 60
const gapBetweenRows = 12
const margin = 8

interface PlacedNode {
  node: Graph['nodes'][number]
  x: number
  y: number
}

interface PlacedEdge {
  key: string
  kind: string
  /** For `d` of a path. */
  line: string
}

export interface GraphLayout {
  width: number
  height: number
  nodes: PlacedNode[]
  edges: PlacedEdge[]
}

/** Puts each level in a column, those that refer to the module at its left, and what belongs together side by side. */
export function layOut({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): GraphLayout {
  const levels = [...new Set(nodes.map(({ level }) => level))].sort((one, other) => one - other)
  const columns = new Map(levels.map((level) => [level, nodes.filter((node) => node.level === level)]))
  // From the middle outwards: each column follows the order of the one it hangs on.
  for (const level of [...levels].sort((one, other) => Math.abs(one) - Math.abs(other))) {
    if (level === 0) continue
    const inner = columns.get(level - Math.sign(level)) ?? []
    columns.set(level, ordered(columns.get(level) ?? [], inner, edges))
  }
  const tallest = Math.max(1, ...[...columns.values()].map(({ length }) => length))
  const height = 2 * margin + tallest * boxHeight + (tallest - 1) * gapBetweenRows
  const placed = levels.flatMap((level, column) => {
    const own = columns.get(level) ?? []
    const used = own.length * boxHeight + (own.length - 1) * gapBetweenRows
    return own.map((node, row) => ({
      node,
      x: margin + column * (boxWidth + gapBetweenColumns),
      y: (height - used) / 2 + row * (boxHeight + gapBetweenRows),
    }))
  })
  const byPath = new Map(placed.map((each) => [each.node.path, each]))
  return {
    width: 2 * margin + levels.length * boxWidth + (levels.length - 1) * gapBetweenColumns,
    height,
    nodes: placed,
    edges: edges.flatMap(({ from, to, kind }) => {
      const [start, end] = [byPath.get(from), byPath.get(to)]
      return start && end && start !== end
        ? [{ key: `${from} ${to} ${kind}`, kind, line: line(start, end) }]
        : []
    }),
  }
}

/** Cuts a text to the width of `most` Latin letters; a Chinese character counts as two. The end of a code says more than its middle. */
export function shortened(text: string, most: number): string {
  if (/^[A-Z0-9-]+$/.test(text)) {
    return text.length <= most ? text : `…${text.slice(text.length - most + 1)}`
  }
  const letters = [...text]
  if (widthOf(letters) <= most) return text
  while (widthOf(letters) > most - 1) letters.pop()
  return `${letters.join('')}…`
}

function widthOf(letters: readonly string[]): number {
  return letters.reduce((width, letter) => width + (letter >= '\u2e80' ? 2 : 1), 0)
}

function ordered(own: Graph['nodes'], inner: Graph['nodes'], edges: Graph['edges']): Graph['nodes'] {
  const place = new Map(inner.map(({ path }, index) => [path, index]))
  const middle = (path: string) => {
    const ends = edges.flatMap(({ from, to }) => (from === path ? [to] : to === path ? [from] : []))
    const places = ends.flatMap((end) => place.get(end) ?? [])
    return places.reduce((sum, each) => sum + each, 0) / Math.max(1, places.length)
  }
  return [...own].sort(
    (one, other) => middle(one.path) - middle(other.path) || one.code.localeCompare(other.code),
  )
}

/** From the right side of one box to the left of the other; between boxes of a column around their right side. */
function line(start: PlacedNode, end: PlacedNode): string {
  const [y1, y2] = [start.y + boxHeight / 2, end.y + boxHeight / 2]
  if (start.x === end.x) {
    const x = start.x + boxWidth
    const bow = x + gapBetweenColumns / 2
    return `M${x} ${y1}C${bow} ${y1} ${bow} ${y2} ${x} ${y2}`
  }
  const forwards = start.x < end.x
  const x1 = forwards ? start.x + boxWidth : start.x
  const x2 = forwards ? end.x : end.x + boxWidth
  const bend = (x1 + x2) / 2
  return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`
}
