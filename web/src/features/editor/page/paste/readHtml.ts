import type { FormatName } from '../formats'
import {
  asParagraphs,
  type ListLine,
  type PastedBlock,
  type PastedList,
  type PastedWords,
  withLists,
} from './blocks'
import { gridOf, type HtmlRow } from './tables'

/** Signs of HTML that are read, elements of it, and elements inside each other. */
const maxHtml = 4_000_000
const maxElements = 20_000
const maxDepth = 100

/** Elements that are not shown, or are no text; in `del` Word has what the author has deleted. */
const skipped = new Set(
  (
    'audio base button canvas del embed head iframe img input link math meta noscript object option script select ' +
    'style svg template textarea title video xml'
  ).split(' '),
)
const blockNames = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr html legend li main nav p pre section summary tbody td tfoot th thead tr'
  ).split(' '),
)
const formatOf: Record<string, FormatName> = {
  b: 'formatBold',
  strong: 'formatBold',
  em: 'formatItalic',
  i: 'formatItalic',
  u: 'formatUnderline',
  sub: 'formatSubscript',
  sup: 'formatSuperscript',
}
/** Formats that office programs write as a style. A browser writes the look of a page, too, which means nothing. */
const styleFormats: readonly (readonly [RegExp, FormatName])[] = [
  [/(^|;)\s*font-weight:\s*(bold|[6-9]00)/i, 'formatBold'],
  [/(^|;)\s*font-style:\s*italic/i, 'formatItalic'],
  [/(^|;)\s*text-decoration:[^;]*underline/i, 'formatUnderline'],
  [/(^|;)\s*vertical-align:\s*sub\b/i, 'formatSubscript'],
  [/(^|;)\s*vertical-align:\s*super\b/i, 'formatSuperscript'],
]
/** Hidden text, the signs of lists, and the comments of Word. */
const leftOut = /display:\s*none|mso-hide:\s*all|mso-list:\s*ignore|mso-element:\s*comment/i
/** The sign before an item that counts, as `1.`, `b)`, `（2）`, `三、`, `④` or `1.2`. */
const countingSign =
  /^\s*(?:[(（]?(?:\d+(?:\.\d+)*|[a-z]{1,4}|[一二三四五六七八九十百]+)[.)、．）]|\d+(?:\.\d+)*\s*$|第|[①-⑳])/i
const office = /\bmso-|docs-internal-guid|urn:schemas-microsoft-com/

/** The blocks of HTML from the clipboard; undefined when there is too much of it. It is parsed, and never shown. */
export function readHtml(html: string): PastedBlock[] | undefined {
  if (html.length > maxHtml) return undefined
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (body.querySelectorAll('*').length > maxElements) return undefined
  const reader = new HtmlReader(office.test(html))
  const blocks = reader.blocksIn(body, [], 0)
  return reader.isTooDeep ? undefined : blocks
}

/** Whether HTML has pictures or formulas, which are not pasted. Those of Word stand in comments, beside an image. */
export const holdsPictures = (html: string): boolean =>
  /<(img|svg|math|object|canvas|video|embed|v:imagedata|m:omath)[\s/>]/i.test(html)

/** The words of HTML, a line for each paragraph. */
export function wordsOf(html: string): string {
  const paragraphs = (readHtml(html) ?? []).flatMap(asParagraphs)
  return paragraphs.map(({ words }) => words.map(({ text }) => text).join('')).join('\n')
}

class HtmlReader {
  isTooDeep = false
  private readonly hasStyles: boolean

  constructor(hasStyles: boolean) {
    this.hasStyles = hasStyles
  }

  blocksIn(element: Element, formats: readonly FormatName[], depth: number): PastedBlock[] {
    const sink = new BlockSink()
    this.walk(element, formats, sink, depth)
    sink.endParagraph()
    return withLists(sink.parts)
  }

  private walk(node: Node, formats: readonly FormatName[], sink: BlockSink, depth: number): void {
    if (depth > maxDepth) {
      this.isTooDeep = true
      return
    }
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) sink.add(child.textContent ?? '', formats)
      else if (child instanceof Element) this.element(child, formats, sink, depth + 1)
    }
  }

  private element(element: Element, formats: readonly FormatName[], sink: BlockSink, depth: number): void {
    const { localName } = element
    const style = element.getAttribute('style') ?? ''
    // The sign of a comment of Word is a link to it.
    const isComment = element.classList.contains('msocomanchor')
    if (skipped.has(localName) || isComment || leftOut.test(style)) return
    const line = /mso-list:[^;]*\blevel(\d)/i.exec(style)
    if (localName === 'br') sink.endParagraph()
    else if (localName === 'table') sink.push(...this.table(element, depth))
    else if (localName === 'ul' || localName === 'ol') sink.push(...this.list(element, depth))
    else if (line) {
      sink.endParagraph()
      sink.line = { level: Number(line[1]), isOrdered: isOrderedLine(element) }
      this.walk(element, this.formats(element, style, formats), sink, depth)
      sink.endParagraph()
      sink.line = undefined
    } else if (blockNames.has(localName)) {
      sink.endParagraph()
      this.walk(element, formats, sink, depth)
      sink.endParagraph()
    } else this.walk(element, this.formats(element, style, formats), sink, depth)
  }

  private formats(element: Element, style: string, around: readonly FormatName[]): readonly FormatName[] {
    const own = formatOf[element.localName]
    // Google Docs writes everything into a `b` that is not bold.
    const isPlain = own === 'formatBold' && /(^|;)\s*font-weight:\s*(normal|400)/i.test(style)
    const styled = this.hasStyles
      ? styleFormats.flatMap(([look, format]) => (look.test(style) ? [format] : []))
      : []
    const added = [...(own && !isPlain ? [own] : []), ...styled]
    return [...new Set([...around, ...added])]
  }

  private list(element: Element, depth: number): PastedBlock[] {
    const list: PastedList = { kind: 'list', isOrdered: element.localName === 'ol', items: [] }
    for (const child of element.children) {
      if (skipped.has(child.localName)) continue
      const isList = child.localName === 'ul' || child.localName === 'ol'
      const blocks = isList ? this.list(child, depth + 1) : this.blocksIn(child, [], depth + 1)
      const last = list.items.at(-1)
      // Some programs write a list beside the item that it belongs to.
      if (isList && last) last.push(...blocks)
      else if (blocks.length > 0) list.items.push(blocks)
    }
    return list.items.length > 0 ? [list] : []
  }

  private table(element: Element, depth: number): PastedBlock[] {
    const own = [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element)
    const rows = own.map((row): HtmlRow => {
      const cells = [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
      return {
        isHead: row.parentElement?.localName === 'thead',
        cells: cells.map((cell) => ({
          columns: spanOf(cell, 'colspan'),
          rows: spanOf(cell, 'rowspan'),
          isHeading: cell.localName === 'th',
          blocks: this.blocksIn(cell, [], depth + 1),
        })),
      }
    })
    const captions = [...element.children].filter(({ localName }) => localName === 'caption')
    const title = captions.flatMap((caption) => this.blocksIn(caption, [], depth + 1))
    const table = gridOf(rows.filter(({ cells }) => cells.length > 0))
    // One cell of a sheet is meant as its words. What cannot be a table is still text.
    const isCell = table?.rows.length === 1 && table.columns === 1
    if (table && !isCell) return [...title, table]
    return [...title, ...rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))]
  }
}

/** Whether the sign before an item of Word counts. */
function isOrderedLine(element: Element): boolean {
  const signs = [...element.querySelectorAll('[style]')].filter((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  )
  return signs.some((sign) => countingSign.test(sign.textContent ?? ''))
}

function spanOf(cell: Element, name: string): number {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  return Number.isFinite(span) && span > 0 ? span : 1
}

/** Collects words until a paragraph ends. */
class BlockSink {
  readonly parts: (PastedBlock | ListLine)[] = []
  line: { level: number; isOrdered: boolean } | undefined
  private words: PastedWords[] = []

  add(text: string, formats: readonly FormatName[]): void {
    this.words.push({ text, formats })
  }

  push(...blocks: PastedBlock[]): void {
    this.endParagraph()
    this.parts.push(...blocks)
  }

  endParagraph(): void {
    const words = tidied(this.words)
    this.words = []
    if (words.length === 0) return
    this.parts.push(this.line ? { kind: 'line', ...this.line, words } : { kind: 'paragraph', words })
  }
}

/** The words of a paragraph with one blank between them and none at its ends; those of one look together. */
function tidied(parts: readonly PastedWords[]): PastedWords[] {
  const words: PastedWords[] = []
  for (const { text, formats } of parts) {
    const last = words.at(-1)
    const plain = text.replace(/[ \t\r\n\f\u200b]+/g, ' ')
    const own = !last ? plain.trimStart() : last.text.endsWith(' ') ? plain.replace(/^ /, '') : plain
    if (own === '') continue
    if (last && last.formats.join() === formats.join()) last.text += own
    else words.push({ text: own, formats })
  }
  const last = words.at(-1)
  if (last) last.text = last.text.trimEnd()
  const kept = words.filter(({ text }) => text !== '')
  return kept.some(({ text }) => text.trim() !== '') ? kept : []
}
