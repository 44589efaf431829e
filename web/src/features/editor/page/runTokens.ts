// A run of XML text as a row of tokens. Each keeps its source, so that a token which nobody edited goes back as it came.

/** A sign of the text; white space is one blank, whatever its source. */
interface SignToken {
  kind: 'sign'
  sign: string
  source: string
}

/** The start or end tag of an element that only changes the look of its text. */
interface TagToken {
  kind: 'open' | 'close'
  mark: number
  source: string
}

/** A part that is edited as a whole: any other element, a comment, an unknown entity. */
export interface ChipToken {
  kind: 'chip'
  chip: number
  source: string
  /** The name of the element; none for comments and the like. */
  name: string | undefined
  /** Its place in the source of the run. */
  at: number
}

export type RunToken = SignToken | TagToken | ChipToken

/** An element that only changes the look of its text. */
export interface RunMark {
  name: string
  open: string
  close: string
}

export interface RunText {
  /** White space before and behind the text. */
  lead: string
  tail: string
  tokens: RunToken[]
  /** By the number in the tokens. */
  marks: Map<number, RunMark>
}

const markNames = new Set(['emphasis', 'subScript', 'superScript', 'subscrpt', 'supscrpt', 'changeInline'])

const piece =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<\/?[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>|&[^;<&\s]+;|[ \t\r\n]+|[^<&]/gu
const signs: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const nameOf = (tag: string) => /^<\/?([^\s/>]+)/.exec(tag)?.[1] ?? ''
const localName = (tag: string) => nameOf(tag).replace(/^.*:/, '')

/** The sign that an entity stands for; undefined when the document type would have to say it. */
function signOf(entity: string): string | undefined {
  const body = entity.slice(1, -1)
  if (!body.startsWith('#')) return signs[body]
  const code = body[1] === 'x' ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10)
  const isSign = code > 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isSign ? String.fromCodePoint(code) : undefined
}

/** Reads the pieces of a run one after the other. */
class RunReader {
  readonly tokens: RunToken[] = []
  readonly marks = new Map<number, RunMark>()
  private readonly open: number[] = []
  private count = 0
  /** The chip that is open, and the elements open in it. */
  private chip: { at: number; name: string; depth: number; source: string } | undefined

  /** Whether the piece can stand there. */
  read(source: string, at: number): boolean {
    if (this.chip) return this.readInChip(source)
    if (/^<[^!?]/.test(source)) return this.readTag(source, at)
    if (source.startsWith('<')) this.addChip(source, at, undefined)
    else if (source.startsWith('&')) this.readEntity(source, at)
    else this.tokens.push({ kind: 'sign', sign: /^[ \t\r\n]/.test(source) ? ' ' : source, source })
    return true
  }

  isComplete(): boolean {
    return !this.chip && this.open.length === 0
  }

  private addChip(source: string, at: number, name: string | undefined): void {
    this.tokens.push({ kind: 'chip', chip: this.count++, source, name, at })
  }

  private readEntity(source: string, at: number): void {
    const sign = signOf(source)
    if (sign === undefined) this.addChip(source, at, undefined)
    else this.tokens.push({ kind: 'sign', sign, source })
  }

  private readTag(source: string, at: number): boolean {
    const name = localName(source)
    if (source.startsWith('</')) return this.readEnd(source, at)
    if (source.endsWith('/>')) this.addChip(source, at, name)
    else if (markNames.has(name)) {
      const mark = this.count++
      this.open.push(mark)
      this.marks.set(mark, { name, open: source, close: `</${nameOf(source)}>` })
      this.tokens.push({ kind: 'open', mark, source })
    } else this.chip = { at, name, depth: 1, source }
    return true
  }

  private readEnd(source: string, at: number): boolean {
    const mark = this.open.pop()
    const opened = mark === undefined ? undefined : this.marks.get(mark)
    if (mark === undefined || !opened || nameOf(opened.open) !== nameOf(source)) return false
    opened.close = source
    const before = this.tokens.at(-1)
    if (before?.kind === 'open') {
      // A page has no place in an empty element, so it is kept as a whole.
      this.tokens.pop()
      this.marks.delete(mark)
      this.addChip(before.source + source, at - before.source.length, opened.name)
    } else this.tokens.push({ kind: 'close', mark, source })
    return true
  }

  private readInChip(source: string): boolean {
    const chip = this.chip
    if (!chip) return false
    chip.source += source
    if (/^<[^!?]/.test(source) && !source.endsWith('/>')) chip.depth += source.startsWith('</') ? -1 : 1
    if (chip.depth > 0) return true
    this.chip = undefined
    this.addChip(chip.source, chip.at, chip.name)
    return true
  }
}

/** White space that a caret stands in, as the two parts beside it; any other piece as it is. */
function cutAt(part: string, at: number, caret: number | undefined): string[] {
  const isCut = caret !== undefined && at < caret && caret < at + part.length && /^[ \t\r\n]/.test(part)
  return isCut ? [part.slice(0, caret - at), part.slice(caret - at)] : [part]
}

/**
 * The tokens of a run; undefined when its tags are not in order. White space on both sides of a caret, which is a place
 * in the source, is not merged: what is typed next stands between.
 */
export function readRun(source: string, caret?: number): RunText | undefined {
  const lead = (/^[ \t\r\n]*/.exec(source)?.[0] ?? '').slice(0, caret)
  const trailing = /[ \t\r\n]*$/.exec(source.slice(lead.length))?.[0] ?? ''
  const tail = source.slice(Math.max(source.length - trailing.length, caret ?? 0))
  const body = source.slice(lead.length, source.length - tail.length)
  const reader = new RunReader()
  let done = 0
  for (const { 0: part, index } of body.matchAll(piece)) {
    const at = lead.length + index
    if (index !== done || !cutAt(part, at, caret).every((each) => reader.read(each, at))) return undefined
    done += part.length
  }
  if (done !== body.length || !reader.isComplete()) return undefined
  return { lead, tail, tokens: reader.tokens, marks: reader.marks }
}

export const sourceOf = (tokens: readonly RunToken[]) => tokens.map(({ source }) => source).join('')

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu

/** Text that was typed or pasted, in one line, without characters that XML does not have. */
export const typedText = (text: string) => text.replace(forbidden, '').replace(/[\t\r\n]/g, ' ')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export const typedSign = (sign: string): RunToken => ({
  kind: 'sign',
  sign,
  source: escapes[sign] ?? sign,
})

/** Text that was typed, as it is written in the source. */
export const sourceOfTyped = (text: string) =>
  [...typedText(text)].map((sign) => typedSign(sign).source).join('')
