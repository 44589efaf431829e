import type { TFunction } from 'i18next'
import type { BlockEdit } from '@/api/types'

/** The words for an element. */
export const elementName = (t: TFunction, name: string): string =>
  t(`editor.page.element.${name}`, { defaultValue: name })

/** The words for the block of an edit, told from a block of the same kind inside it. */
export function blockName(t: TFunction, edits: readonly BlockEdit[], { element, depth }: BlockEdit): string {
  const name = elementName(t, element)
  // A split may be one of the item around the text.
  const inner = edits.filter((other) => other.command !== 'split' && other.depth < depth)
  const isOuter = inner.some((other) => other.element === element)
  return isOuter ? t('editor.block.outer', { name }) : name
}
