import type { ApplicabilityChange, StatementFields, StatementNode } from '@/api/types'

/** A condition of a statement while it is built. Keys tell rows apart that say the same. */
export interface BuiltAssert {
  key: number
  kind: 'assert'
  ident: string
  type: 'prodattr' | 'condition'
  /** In S1000D notation: `a|b` is a set, `x~y` a range. */
  values: string
}

export interface BuiltGroup {
  key: number
  kind: 'group'
  /** Any part suffices; otherwise all must hold. */
  any: boolean
  parts: BuiltNode[]
}

/** A part that the form does not know; it stays as it is in the text. */
interface BuiltKept {
  key: number
  kind: 'kept'
  number: number
  text: string
}

export type BuiltNode = BuiltAssert | BuiltGroup | BuiltKept

let lastKey = 0
export function newKey(): number {
  lastKey += 1
  return lastKey
}

export const newAssert = (): BuiltAssert => ({
  key: newKey(),
  kind: 'assert',
  ident: '',
  type: 'prodattr',
  values: '',
})

export const newGroup = (any: boolean): BuiltGroup => ({
  key: newKey(),
  kind: 'group',
  any,
  parts: [newAssert(), newAssert()],
})

function built(node: StatementNode): BuiltNode {
  const key = newKey()
  switch (node.kind) {
    case 'assert':
      return {
        key,
        kind: 'assert',
        ident: node.ident ?? '',
        type: node.type ?? 'prodattr',
        values: node.values ?? '',
      }
    case 'group':
      return { key, kind: 'group', any: node.any ?? false, parts: node.parts.map(built) }
    case 'kept':
      return { key, kind: 'kept', number: node.number ?? 0, text: node.text ?? '' }
  }
}

/** The statement as a group, which is what the form shows: one condition is a group of one. */
export function groupOf(expression: StatementNode | undefined): BuiltGroup {
  const root = expression && built(expression)
  if (root?.kind === 'group') return root
  return { key: newKey(), kind: 'group', any: false, parts: root ? [root] : [] }
}

function written(node: BuiltNode): StatementNode {
  switch (node.kind) {
    case 'assert':
      return { kind: 'assert', ident: node.ident, type: node.type, values: node.values, parts: [] }
    case 'group':
      return { kind: 'group', any: node.any, parts: node.parts.map(written) }
    case 'kept':
      return { kind: 'kept', number: node.number, text: node.text, parts: [] }
  }
}

/** The formula of a group; undefined when it has no conditions. */
export const expressionOf = (group: BuiltGroup): StatementNode | undefined =>
  group.parts.length === 0 ? undefined : written(group)

/** Whether all conditions say something, and all groups have conditions. */
export const isComplete = (node: BuiltNode, isRoot = true): boolean =>
  node.kind === 'assert'
    ? node.ident !== '' && node.values.trim() !== ''
    : node.kind === 'kept' ||
      ((isRoot || node.parts.length > 0) && node.parts.every((part) => isComplete(part, false)))

/** Whether a part stays as it is in the text. */
export const hasKept = (node: BuiltNode): boolean =>
  node.kind === 'kept' || (node.kind === 'group' && node.parts.some(hasKept))

/** The statement that a form builds. */
export interface BuiltStatement {
  display: string
  group: BuiltGroup
}

export const builtOf = (statement: StatementFields | undefined): BuiltStatement => ({
  display: statement?.display.text ?? '',
  group: groupOf(statement?.expression),
})

export const writeChange = (
  id: string | undefined,
  { display, group }: BuiltStatement,
): ApplicabilityChange => ({ kind: 'write', id, display, expression: expressionOf(group) })

/** The single values of a set; undefined when it has a range. */
export function singleValues(values: string): string[] | undefined {
  if (values.includes('~')) return undefined
  return values
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}
