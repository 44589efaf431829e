import { diffArrays } from 'diff'
import type { ViewFigure } from '@/api/types'

/** The units of the comparison: words, and pictures as a whole. */
type Token = { text: string } & ({ node: Text; from: number; to: number } | { picture: HTMLElement })

/** Neighbouring pieces that only one of the versions has. */
export interface ChangedRun {
  /** The difference they belong to, counted from 0. */
  difference: number
  /** The first piece, and the one behind the last. */
  from: number
  to: number
}

export interface Differences {
  count: number
  left: ChangedRun[]
  right: ChangedRun[]
}

/** Numbers are ours: one step more would make all that follow differ. What nobody sees is no difference either. */
const passedOver = '.s1d-number, .s1d-item-number, .visually-hidden, .rd-picture'

/** The words and pictures of a drawn version, in their order. */
export function piecesOf(content: ParentNode & Node, figures: readonly ViewFigure[]): Token[] {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(passedOver) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const pieces: Token[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      for (const { text, from } of wordsOf(node.data))
        pieces.push({ text, node, from, to: from + text.length })
    } else if (node instanceof HTMLElement && node.dataset.figure !== undefined) {
      const figure = figures[Number(node.dataset.figure)]
      // No word of a text has a blank, so a picture is never taken for one.
      if (figure) pieces.push({ text: `${figure.icn} ${figure.versionId ?? figure.state}`, picture: node })
    }
  }
  return pieces
}

/** A run of Chinese, a word or code with the dashes and dots inside it, or any other sign. */
const runs = /\p{Script=Han}+|[^\s\p{Script=Han}\p{P}\p{S}]+(?:[-_./'’][^\s\p{Script=Han}\p{P}\p{S}]+)*|\S/gu
const chinese = new Intl.Segmenter('zh', { granularity: 'word' })

function wordsOf(text: string): { text: string; from: number }[] {
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) =>
    /^\p{Script=Han}/u.test(run)
      ? [...chinese.segment(run)].map((word) => ({ text: word.segment, from: index + word.index }))
      : [{ text: run, from: index }],
  )
}

const mostChanges = 20_000
const longestMs = 1_000

/** The differences of two versions; undefined when they have too little in common to compute them in time. */
export function differencesOf(left: readonly Token[], right: readonly Token[]): Differences | undefined {
  const texts = (pieces: readonly Token[]) => pieces.map(({ text }) => text)
  const parts = diffArrays(texts(left), texts(right), { maxEditLength: mostChanges, timeout: longestMs })
  if (!parts) return undefined
  const found: Differences = { count: 0, left: [], right: [] }
  const at = { left: 0, right: 0 }
  let isWithin = false
  for (const { added, removed, count } of parts) {
    if (!added && !removed) {
      at.left += count
      at.right += count
      isWithin = false
      continue
    }
    if (!isWithin) found.count += 1
    isWithin = true
    const side = removed ? 'left' : 'right'
    found[side].push({ difference: found.count - 1, from: at[side], to: at[side] + count })
    at[side] += count
  }
  return found
}

/** Marks each changed run: `del` on the left, `ins` on the right. */
export function markStretches(
  pieces: readonly Token[],
  stretches: readonly ChangedRun[],
  tag: 'del' | 'ins',
  pictureNote: string,
): void {
  // From the end, so that a text that is split keeps the places before it.
  for (const { difference, from, to } of stretches.toReversed()) {
    let last = to - 1
    while (last >= from) {
      const piece = pieces[last]
      let first = last
      if (piece && 'picture' in piece) {
        piece.picture.prepend(made(tag, difference, pictureNote))
      } else if (piece) {
        while (first > from && nodeOf(pieces[first - 1]) === piece.node) first -= 1
        const start = pieces[first]
        const range = document.createRange()
        range.setStart(piece.node, start && 'from' in start ? start.from : piece.from)
        range.setEnd(piece.node, piece.to)
        range.surroundContents(made(tag, difference))
      }
      last = first - 1
    }
  }
}

const nodeOf = (piece: Token | undefined) => (piece && 'node' in piece ? piece.node : undefined)

function made(tag: 'del' | 'ins', difference: number, text = ''): HTMLElement {
  const mark = document.createElement(tag)
  mark.dataset.difference = String(difference)
  mark.textContent = text
  return mark
}
