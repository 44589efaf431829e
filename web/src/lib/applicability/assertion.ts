import type { Assertion, AssertionInput } from '@/api/types'
import { type BuiltGroup, type BuiltNode, newKey } from './statement'

function built(assertion: Assertion): BuiltNode {
  const key = newKey()
  const { logicalOperator, evaluates, applicPropertyIdent, applicPropertyType, applicPropertyValues } =
    assertion
  if (logicalOperator) {
    return { key, kind: 'group', any: logicalOperator === 'or', parts: evaluates.map(built) }
  }
  return {
    key,
    kind: 'assert',
    ident: applicPropertyIdent ?? '',
    type: applicPropertyType ?? 'prodattr',
    values: applicPropertyValues ?? '',
  }
}

/** An assertion as a group, which is what the builder shows. */
export function groupOfAssertion(assertion: Assertion | undefined): BuiltGroup {
  const root = assertion && built(assertion)
  if (root?.kind === 'group') return root
  return { key: newKey(), kind: 'group', any: false, parts: root ? [root] : [] }
}

/** The assertion that a group says. */
export function assertionOf(node: BuiltNode): AssertionInput {
  if (node.kind === 'group') {
    return { logicalOperator: node.any ? 'or' : 'and', evaluates: node.parts.map(assertionOf) }
  }
  if (node.kind === 'kept') return { evaluates: [] }
  return {
    applicPropertyIdent: node.ident,
    applicPropertyType: node.type,
    applicPropertyValues: node.values,
    evaluates: [],
  }
}

/** The words that join conditions. */
interface JoiningWords {
  and: string
  or: string
}

/** An assertion in one line, as in `model = A / B and (hoist = yes or floats = yes)`. */
export function assertionText(assertion: Assertion, words: JoiningWords, isInner = false): string {
  const { logicalOperator, evaluates, applicPropertyIdent = '', applicPropertyValues = '' } = assertion
  if (!logicalOperator) return `${applicPropertyIdent} = ${applicPropertyValues.split('|').join(' / ')}`
  const parts = evaluates.map((part) => assertionText(part, words, true))
  const text = parts.join(` ${words[logicalOperator]} `)
  return isInner && parts.length > 1 ? `(${text})` : text
}
