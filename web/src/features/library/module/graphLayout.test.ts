import { describe, expect, it } from 'vitest'
import { boxHeight, layOut, shortened } from './graphLayout'

const node = (path: string, level: number) => ({ path, code: path, title: '', kind: 'dm', level })
const edge = (from: string, to: string) => ({ from, to, kind: 'dm' as const })

describe('the picture of references', () => {
  it('has what refers to the module at its left and what it refers to at its right', () => {
    const { nodes } = layOut({
      nodes: [node('own', 0), node('uses', 1), node('usedBy', -1), node('far', 2)],
      edges: [edge('own', 'uses'), edge('usedBy', 'own'), edge('uses', 'far')],
    })
    const x = (path: string) => nodes.find((each) => each.node.path === path)?.x ?? Number.NaN
    expect([...nodes].sort((one, other) => one.x - other.x).map((each) => each.node.path)).toEqual([
      'usedBy',
      'own',
      'uses',
      'far',
    ])
    expect(x('usedBy')).toBeGreaterThanOrEqual(0)
  })

  it('lets no two boxes touch and keeps all inside', () => {
    const many = Array.from({ length: 12 }, (_, index) => node(`m${index}`, 1))
    const { nodes, width, height } = layOut({ nodes: [node('own', 0), ...many], edges: [] })
    const column = nodes.filter((each) => each.node.level === 1).sort((one, other) => one.y - other.y)
    column.slice(1).forEach((each, index) => {
      expect(each.y - (column[index]?.y ?? 0)).toBeGreaterThan(boxHeight)
    })
    for (const { x, y } of nodes) expect(x >= 0 && y >= 0 && x < width && y + boxHeight <= height).toBe(true)
  })

  it('puts boxes of the second level near those they hang on', () => {
    const { nodes } = layOut({
      nodes: [node('own', 0), node('a', 1), node('b', 1), node('of-b', 2), node('of-a', 2)],
      edges: [edge('own', 'a'), edge('own', 'b'), edge('b', 'of-b'), edge('a', 'of-a')],
    })
    const order = nodes.filter((each) => each.node.level === 2).map((each) => each.node.path)
    expect(order).toEqual(['of-a', 'of-b'])
  })

  it('draws no line to what is not in it', () => {
    expect(
      layOut({ nodes: [node('own', 0)], edges: [edge('own', 'lost'), edge('own', 'own')] }).edges,
    ).toEqual([])
  })
})

describe('a text in a box', () => {
  it('ends where the box does, in Chinese after half as many characters', () => {
    expect(shortened('Fork', 8)).toBe('Fork')
    expect(shortened('Front brake', 8)).toBe('Front b…')
    expect(shortened('灭火瓶', 8)).toBe('灭火瓶')
    expect(shortened('灭火瓶（单瓶）', 8)).toBe('灭火瓶…')
  })

  it('shows the end of a code', () => {
    expect(shortened('DMC-NV240-A', 8)).toBe('…NV240-A')
  })
})
