import type { Text } from '@codemirror/state'
import type { ContentModel } from '../model/contentModel'
import { contentAt, elementsOf, pathOf } from '../model/xmlElements'
import type { RunMark } from './runTokens'

/** The kinds of input by which browsers ask for a format. */
export const formatNames = [
  'formatBold',
  'formatItalic',
  'formatUnderline',
  'formatSubscript',
  'formatSuperscript',
] as const
export type FormatName = (typeof formatNames)[number]

const element = (name: string, attributes = ''): RunMark => ({
  name,
  open: `<${name}${attributes}>`,
  close: `</${name}>`,
})

/** The elements that stand for a format; of two names the one that the schema has. */
const marks: Record<FormatName, readonly RunMark[]> = {
  formatBold: [element('emphasis')],
  formatItalic: [element('emphasis', ' emphasisType="em02"')],
  formatUnderline: [element('emphasis', ' emphasisType="em03"')],
  formatSubscript: [element('subScript'), element('subscrpt')],
  formatSuperscript: [element('superScript'), element('supscrpt')],
}

export const isFormat = (name: string): name is FormatName => formatNames.some((known) => known === name)

/** The element for a format at a place; undefined when the content model does not allow it there. */
export function markFor(
  format: FormatName,
  model: ContentModel | undefined,
  doc: Text,
  position: number,
): RunMark | undefined {
  const known = marks[format]
  const around = contentAt(elementsOf(doc), position)
  const path = pathOf(around)
  if (!model?.isKnown(path)) return known[0]
  const before = around?.children.filter(({ to }) => to <= position) ?? []
  const behind = around?.children.filter(({ from }) => from >= position) ?? []
  const names = (elements: typeof before) => elements.map(({ name }) => name)
  const allowed = model.expected(path, names(before), names(behind))
  const own = around && doc.sliceString(around.from, around.openEnd)
  // Inside a format the same one is taken away.
  return known.find(({ name, open }) => allowed.includes(name) || own === open)
}
