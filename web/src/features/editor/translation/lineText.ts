import type { LineCode, LinePart } from '@/api/types'

/** A line as it is typed: codes are marks, `⟦1⟧` and for the end of a pair `⟦/1⟧`. */
export function shownLine(parts: readonly LinePart[]): string {
  return parts.map(({ kind, text, number }) => (kind === 'text' ? text : markOf(kind, number))).join('')
}

function markOf(kind: LinePart['kind'], number: number): string {
  return kind === 'close' ? `⟦/${number}⟧` : `⟦${number}⟧`
}

/** The parts of a typed line. White space is folded, as in the file. */
export function readLine(typed: string, codes: readonly LineCode[]): LinePart[] {
  const parts: LinePart[] = []
  let done = 0
  const addText = (end: number) => {
    const text = typed.slice(done, end).replace(/[ \t\r\n]+/g, ' ')
    if (text !== '') parts.push({ kind: 'text', text, number: 0 })
  }
  for (const found of typed.matchAll(/⟦(\/?)(\d{1,9})⟧/g)) {
    addText(found.index)
    const number = Number(found[2])
    const isPair = codes.find((code) => code.number === number)?.end !== undefined
    parts.push({ kind: found[1] === '/' ? 'close' : isPair ? 'open' : 'alone', text: '', number })
    done = found.index + found[0].length
  }
  addText(typed.length)
  return parts
}

interface LineFault {
  kind: 'unknown' | 'missing' | 'twice' | 'crossed'
  mark: string
}

/** The first reason why parts have to be repaired. */
export function faultOf(parts: readonly LinePart[], codes: readonly LineCode[]): LineFault | undefined {
  const used = new Set<number>()
  const open: number[] = []
  for (const { kind, text, number } of parts) {
    if (kind === 'text') {
      // Half a mark: its other half is still to be typed, or was deleted.
      const half = /[⟦⟧]/.exec(text)
      if (half) return { kind: 'unknown', mark: half[0] }
      continue
    }
    const mark = markOf(kind, number)
    if (kind === 'close') {
      if (open.pop() !== number) return { kind: 'crossed', mark }
      continue
    }
    if (!codes.some((code) => code.number === number)) return { kind: 'unknown', mark }
    if (used.has(number)) return { kind: 'twice', mark }
    used.add(number)
    if (kind === 'open') open.push(number)
  }
  const last = open.at(-1)
  if (last !== undefined) return { kind: 'crossed', mark: markOf('open', last) }
  const missing = codes.find(({ number, required }) => required && !used.has(number))
  return missing && { kind: 'missing', mark: markOf('open', missing.number) }
}

/**
 * A line that can be saved, whatever was typed: each mark once and in pairs, and all that the line has to keep. A mark that
 * the line does not have is text, a missing one is added at the end, and no text is left out.
 */
export function repairedLine(parts: readonly LinePart[], codes: readonly LineCode[]): LinePart[] {
  const out: LinePart[] = []
  const used = new Set<number>()
  const open: number[] = []
  const addText = (text: string) => {
    const last = out.at(-1)
    if (last?.kind === 'text') out[out.length - 1] = { ...last, text: last.text + text }
    else out.push({ kind: 'text', text, number: 0 })
  }
  const closeUpTo = (number: number | undefined) => {
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      out.push({ kind: 'close', text: '', number: last })
      if (last === number) return
    }
  }
  for (const part of parts) {
    const { kind, text, number } = part
    if (kind === 'text') addText(text)
    else if (!codes.some((code) => code.number === number)) addText(markOf(kind, number))
    else if (kind === 'close') {
      if (open.includes(number)) closeUpTo(number)
    } else if (!used.has(number)) {
      used.add(number)
      out.push(part)
      if (kind === 'open') open.push(number)
    }
  }
  closeUpTo(undefined)
  return [...out, ...codes.filter(({ number, required }) => required && !used.has(number)).flatMap(partsOf)]
}

/** A code without text inside. */
function partsOf({ number, end }: LineCode): LinePart[] {
  if (end === undefined) return [{ kind: 'alone', text: '', number }]
  return [
    { kind: 'open', text: '', number },
    { kind: 'close', text: '', number },
  ]
}

/** The XML of a part that is a code. */
function sourceOfCode({ kind, number }: LinePart, codes: readonly LineCode[]): string {
  const code = codes.find((each) => each.number === number)
  return (kind === 'close' ? code?.end : code?.start) ?? ''
}

/** The stretches of a line in the file, one for each part. Text between two codes is all that stands there. */
export function sourcesOf(
  source: string,
  parts: readonly LinePart[],
  codes: readonly LineCode[],
): readonly string[] {
  let at = 0
  return parts.map((part, index) => {
    const start = at
    if (part.kind === 'text') {
      const next = parts[index + 1]
      const end = next ? source.indexOf(sourceOfCode(next, codes), start) : source.length
      at = end < 0 ? source.length : end
    } else at += sourceOfCode(part, codes).length
    return source.slice(start, at)
  })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The XML of a changed line. Text that was there before is written as before. */
export function writeLine(
  parts: readonly LinePart[],
  codes: readonly LineCode[],
  before: { parts: readonly LinePart[]; source: string },
): string {
  const sources = sourcesOf(before.source, before.parts, codes)
  const sourceOfText = (text: string, index: number) => {
    const isSame = (part: LinePart | undefined) => part?.kind === 'text' && part.text === text
    const at = isSame(before.parts[index]) ? index : before.parts.findIndex(isSame)
    return sources[at] ?? escaped(text)
  }
  return parts
    .map((part, index) => (part.kind === 'text' ? sourceOfText(part.text, index) : sourceOfCode(part, codes)))
    .join('')
}
