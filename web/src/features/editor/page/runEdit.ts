import type { RunItem } from './runDom'
import { type RunMark, type RunText, type RunToken, sourceOf, typedSign } from './runTokens'

/** A replaced part of the source of a run. */
export interface RunChange {
  /** In the source of the run before the change. */
  from: number
  to: number
  insert: string
  /** The tokens after it. */
  tokens: RunToken[]
}

function isSame(token: RunToken, item: RunItem): boolean {
  if (token.kind === 'sign') return item.kind === 'sign' && item.sign === token.sign
  if (token.kind === 'chip') return item.kind === 'chip' && item.chip === token.chip
  return item.kind === token.kind && item.mark === token.mark
}

/** The source of a mark; a second element of the same mark has no id, which would be there twice. */
function tagSource({ open, close }: RunMark, kind: 'open' | 'close', isSecond: boolean): string {
  if (kind === 'close') return close
  return isSecond ? open.replace(/\sid\s*=\s*("[^"]*"|'[^']*')/, '') : open
}

/** Gives items that are new, or stand elsewhere, their source. */
function tokensOf(items: readonly RunItem[], run: RunText, kept: readonly RunToken[]): RunToken[] {
  const chips = new Map(run.tokens.flatMap((token) => (token.kind === 'chip' ? [[token.chip, token]] : [])))
  const opened = new Set(kept.flatMap((token) => (token.kind === 'open' ? [token.mark] : [])))
  return items.flatMap((item): RunToken[] => {
    if (item.kind === 'sign') return [typedSign(item.sign)]
    if (item.kind === 'chip') {
      const chip = chips.get(item.chip)
      return chip ? [chip] : []
    }
    const mark = run.marks.get(item.mark)
    if (!mark) return []
    const source = tagSource(mark, item.kind, opened.has(item.mark))
    if (item.kind === 'open') opened.add(item.mark)
    return [{ kind: item.kind, mark: item.mark, source }]
  })
}

/** The smallest change of a run's source that gives the parts that its nodes have now; undefined when they are the same. */
export function changeOf(run: RunText, items: readonly RunItem[]): RunChange | undefined {
  const { tokens, lead } = run
  const most = Math.min(tokens.length, items.length)
  const same = (token: RunToken | undefined, item: RunItem | undefined) =>
    token !== undefined && item !== undefined && isSame(token, item)
  let start = 0
  while (start < most && same(tokens[start], items[start])) start++
  let end = 0
  while (end < most - start && same(tokens.at(-1 - end), items.at(-1 - end))) end++
  if (start === tokens.length && start === items.length) return undefined
  const before = tokens.slice(0, start)
  const kept = tokens.slice(tokens.length - end)
  const changed = tokensOf(items.slice(start, items.length - end), run, [...before, ...kept])
  const more = escapedEnd([...before, ...changed], kept)
  const middle = [...changed, ...more]
  const after = kept.slice(more.length)
  const from = lead.length + sourceOf(before).length
  const to = from + sourceOf(tokens.slice(start, tokens.length - after.length)).length
  return { from, to, insert: sourceOf(middle), tokens: [...before, ...middle, ...after] }
}

/** The tokens up to a `>` that would end `]]>`, which XML does not allow in a text, with that sign escaped. */
function escapedEnd(before: readonly RunToken[], behind: readonly RunToken[]): RunToken[] {
  const at = behind.findIndex(({ source }) => source === '>')
  if (at < 0 || at > 1) return []
  const isEnd = sourceOf([...before.slice(-2), ...behind.slice(0, at)]).endsWith(']]')
  return isEnd ? [...behind.slice(0, at), typedSign('>')] : []
}

const isUnit = ({ kind }: RunToken) => kind === 'sign' || kind === 'chip'

/** The place in the source of a run behind this many signs and chips. */
export function offsetAfter({ lead, tokens }: RunText, units: number): number {
  let [offset, done, counted] = [lead.length, 0, lead.length]
  for (const token of tokens) {
    if (done === units) break
    offset += token.source.length
    if (!isUnit(token)) continue
    done++
    counted = offset
  }
  return counted
}

/** The number of signs and chips before a place in the source of a run. */
export function unitsUpTo({ lead, tokens }: RunText, offset: number): number {
  let [at, units] = [lead.length, 0]
  for (const token of tokens) {
    at += token.source.length
    if (at > offset) break
    if (isUnit(token)) units++
  }
  return units
}
