import type { Text } from '@codemirror/state'
import type { ContentModel } from '../model/contentModel'
import { elementsOf, pathOf, type XmlElement } from '../model/xmlElements'
import type { RunMark } from './runTokens'

/** The formats of selected text: the kinds of input by which browsers ask for one, and the mark of a change. */
export const formatNames = [
  'formatBold',
  'formatItalic',
  'formatUnderline',
  'formatSubscript',
  'formatSuperscript',
  'markChange',
] as const
export type FormatName = (typeof formatNames)[number]

/** An element for a format, and the attribute that says which. */
interface FormatMark {
  mark: RunMark
  type?: string
}

const typeName = 'emphasisType'
const changeMark = 'changeInline'

/** Whether a mark is the one that a format would take away: any mark of a change, whatever it says; others as they are. */
export const isSameMark = (own: Pick<RunMark, 'name' | 'open'>, mark: RunMark) =>
  own.name === mark.name && (mark.name === changeMark || own.open === mark.open)

const element = (name: string, type?: string): FormatMark => {
  const attribute = type === undefined ? '' : ` ${typeName}="${type}"`
  return { mark: { name, open: `<${name}${attribute}>`, close: `</${name}>` }, type }
}

/** The elements that stand for a format; of two names the one that the schema has. */
export const formatMarks: Record<FormatName, readonly FormatMark[]> = {
  formatBold: [element('emphasis')],
  formatItalic: [element('emphasis', 'em02')],
  formatUnderline: [element('emphasis', 'em03')],
  formatSubscript: [element('subScript'), element('subscrpt')],
  formatSuperscript: [element('superScript'), element('supscrpt')],
  markChange: [
    {
      mark: {
        name: changeMark,
        open: `<${changeMark} changeMark="1" changeType="modify">`,
        close: `</${changeMark}>`,
      },
    },
  ],
}

export const isFormat = (name: string): name is FormatName => formatNames.some((known) => known === name)

/** A part of a text. */
export interface TextRange {
  from: number
  to: number
}

/** The innermost element around a part. A part that begins with the start tag of an element and ends in it is in that element. */
function elementAround(doc: Text, { from, to }: TextRange): { around: XmlElement | undefined; from: number } {
  const holds = ({ openEnd, closeStart, to: end }: XmlElement) =>
    openEnd <= to && to <= closeStart && openEnd < end
  let around = elementsOf(doc).findLast((each) => each.openEnd <= from && holds(each))
  let start = from
  for (;;) {
    const inner = around?.children.find((child) => child.from === start && start < to && holds(child))
    if (!inner) return { around, from: start }
    around = inner
    start = inner.openEnd
  }
}

/** The element for a format of a part of the text; undefined when the content model does not allow it there. */
export function markFor(
  format: FormatName,
  model: ContentModel | undefined,
  doc: Text,
  range: TextRange,
): RunMark | undefined {
  const known = formatMarks[format]
  const { around, from } = elementAround(doc, range)
  const path = pathOf(around)
  if (!model?.isKnown(path)) return known[0]?.mark
  const children = around?.children ?? []
  const names = (elements: readonly XmlElement[]) => elements.map(({ name }) => name)
  const before = names(children.filter((child) => child.to <= from))
  const behind = names(children.filter((child) => child.from >= range.to))
  const inside = names(children.filter((child) => child.to > from && child.from < range.to))
  const allowed = model.expected(path, before, behind)
  const own = around && doc.sliceString(around.from, around.openEnd)
  const isAllowed = ({ mark, type }: FormatMark) => {
    const made = [...path, mark.name]
    const holdsAll = inside.length === 0 || !model.isKnown(made) || model.accepts(made, inside)
    return allowed.includes(mark.name) && holdsAll && (type === undefined || allowsType(model, made, type))
  }
  const isInside = ({ mark }: FormatMark) =>
    around !== undefined && own !== undefined && isSameMark({ name: around.name, open: own }, mark)
  // Inside a format the same one is taken away.
  return known.find((each) => isInside(each) || isAllowed(each))?.mark
}

/** Whether emphasis at a path may be of a kind. */
export function allowsType(model: ContentModel, path: readonly string[], type: string): boolean {
  const attribute = model.attribute(path, typeName)
  // Other modules may have no such text so far.
  if (!attribute) return model.isLearned
  return !attribute.isClosed || attribute.values.includes(type)
}
