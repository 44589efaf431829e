import type { ContentModel } from '../../model/contentModel'
import { allowsType, type FormatName, formatMarks } from '../formats'
import { typedSign, typedText } from '../runTokens'
import type { PastedBlock, PastedCell, PastedList, PastedTable, PastedWords } from './blocks'

/** An element that is about to be written. */
export interface NewElement {
  name: string
  attributes: readonly (readonly [string, string])[]
  children: (NewElement | string)[]
}

const element = (name: string, children: (NewElement | string)[]): NewElement => ({
  name,
  attributes: [],
  children,
})

const escaped = (text: string) => [...typedText(text)].map((sign) => typedSign(sign).source).join('')
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;')

/** The source of text and elements. */
export function sourceOfNew(parts: readonly (NewElement | string)[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escaped(part)
      const attributes = part.attributes.map(([name, value]) => ` ${name}="${quoted(value)}"`).join('')
      // An empty paragraph keeps both tags: the page edits what stands between them.
      if (part.children.length === 0 && attributes !== '') return `<${part.name}${attributes}/>`
      return `<${part.name}${attributes}>${sourceOfNew(part.children)}</${part.name}>`
    })
    .join('')
}

/** The place behind the last words of a source, before the end tags behind them. */
export const endOfWords = (source: string) => /(<\/[^>]+>)*$/.exec(source)?.index ?? source.length

/** Whether the content model allows all that an element has and holds. */
export function fits(model: ContentModel, around: readonly string[], made: NewElement): boolean {
  const path = [...around, made.name]
  const inside = made.children.filter((child) => typeof child !== 'string')
  const names = made.attributes.map(([name]) => name)
  const needed = model.attributes(path).filter(({ isRequired }) => isRequired)
  return (
    model.isKnown(path) &&
    (made.children.length === inside.length || model.hasText(path)) &&
    model.accepts(
      path,
      inside.map(({ name }) => name),
    ) &&
    needed.every(({ name }) => names.includes(name)) &&
    // A model that was learned knows only the attributes that other modules have.
    (model.isLearned || names.every((name) => model.attribute(path, name))) &&
    inside.every((child) => fits(model, path, child))
  )
}

/** Makes elements of what was pasted, as the content model names them. */
export class ElementMaker {
  private readonly model: ContentModel
  /** The name of a paragraph at the place. */
  private readonly paragraph: string

  constructor(model: ContentModel, paragraph: string) {
    this.model = model
    this.paragraph = paragraph
  }

  /** Words with the formats that the element at a path may have. */
  inline(words: readonly PastedWords[], path: readonly string[]): (NewElement | string)[] {
    return words.map(({ text, formats }) => this.formatted(text, formats, path))
  }

  private formatted(
    text: string,
    formats: readonly FormatName[],
    path: readonly string[],
  ): NewElement | string {
    const [format, ...rest] = formats
    if (format === undefined) return text
    const mark = formatMarks[format].find(({ mark: { name }, type }) => {
      const isAllowed = this.model.expected(path, [], []).includes(name)
      return isAllowed && (type === undefined || allowsType(this.model, [...path, name], type))
    })
    if (!mark) return this.formatted(text, rest, path)
    const { mark: own, type } = mark
    return {
      name: own.name,
      attributes: type === undefined ? [] : [['emphasisType', type]],
      children: [this.formatted(text, rest, [...path, own.name])],
    }
  }

  /** Blocks beside each other in the element at a path. A list stands at the end of the paragraph before it. */
  blocks(blocks: readonly PastedBlock[], path: readonly string[], paragraph = this.paragraph): NewElement[] {
    const made: NewElement[] = []
    let before: NewElement | undefined
    for (const block of blocks) {
      const own = [...path, paragraph]
      if (block.kind === 'table') {
        made.push(this.table(block, path))
        before = undefined
      } else if (block.kind === 'paragraph') {
        before = element(paragraph, this.inline(block.words, own))
        made.push(before)
      } else {
        const list = this.list(block, own)
        if (before) before.children.push(list)
        else made.push(element(paragraph, [list]))
        before = undefined
      }
    }
    return made
  }

  private list({ isOrdered, items }: PastedList, path: readonly string[]): NewElement {
    const name = isOrdered ? 'sequentialList' : 'randomList'
    const inside = [...path, name, 'listItem']
    return element(
      name,
      items.map((item) => element('listItem', this.blocks(item, inside, 'para'))),
    )
  }

  private table({ columns, headRows, rows }: PastedTable, path: readonly string[]): NewElement {
    const around = [...path, 'table', 'tgroup']
    const specs = Array.from({ length: columns }, (_, index) => ({
      ...element('colspec', []),
      attributes: [['colname', `c${index + 1}`]] as const,
    }))
    const part = (name: string, lines: readonly PastedCell[][]) =>
      element(
        name,
        lines.map((cells) =>
          element(
            'row',
            cells.map((cell) => this.cell(cell, [...around, name, 'row'])),
          ),
        ),
      )
    const head = headRows > 0 ? [part('thead', rows.slice(0, headRows))] : []
    const body = part('tbody', rows.slice(headRows))
    const group = {
      ...element('tgroup', [...specs, ...head, body]),
      attributes: [['cols', `${columns}`]] as const,
    }
    // A table may need a title, which the author writes.
    const needsTitle = !this.model.accepts([...path, 'table'], ['tgroup'])
    return element('table', needsTitle ? [element('title', []), group] : [group])
  }

  private cell({ column, columns, rows, blocks }: PastedCell, path: readonly string[]): NewElement {
    const across = [
      ['namest', `c${column + 1}`],
      ['nameend', `c${column + columns}`],
    ] as const
    const down = [['morerows', `${rows - 1}`]] as const
    const attributes = [...(columns > 1 ? across : []), ...(rows > 1 ? down : [])]
    const inside = this.blocks(blocks, [...path, 'entry'], 'para')
    return { name: 'entry', attributes, children: inside.length > 0 ? inside : [element('para', [])] }
  }
}
