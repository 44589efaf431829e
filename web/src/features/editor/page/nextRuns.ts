import type { ChangeDesc, Text } from '@codemirror/state'
import type { DraftPage } from '@/api/types'
import { reachesBeyond } from './textChanges'

/** The place that the first words of an element without one for text take, and the tags that they get. */
export interface MissingTags {
  open: string
  close: string
  replaced: string
}

/** A run of a page that is about to be shown. */
export interface NextRun {
  from: number
  to: number
  element: string
  source: string
  /** The rendering of its chips by their places; undefined when its text has changed since. */
  chips: Map<number, Node> | undefined
  /** Whether its element still stands around it. */
  isCertain: boolean
  missing: MissingTags | undefined
}

/** The runs of a page by their elements, at their places in the text as it is now. */
export function nextRuns(
  nodes: ParentNode,
  page: DraftPage,
  since: ChangeDesc,
  doc: Text,
): Map<HTMLElement, NextRun> {
  const found = new Map<HTMLElement, NextRun>()
  for (const host of nodes.querySelectorAll<HTMLElement>('[data-run]')) {
    const run = page.runs[Number(host.dataset.run)]
    if (!run) continue
    const [from, to] = [since.mapPos(run.from, -1), since.mapPos(run.to, 1)]
    const drawn = [...host.querySelectorAll<HTMLElement>('[data-chip]')]
    const chips = since.touchesRange(run.from, run.to)
      ? undefined
      : new Map(drawn.map((chip) => [Number(chip.dataset.chip), chip]))
    const text = doc.sliceString(from, to)
    const { element, open, close = '' } = run
    const missing = open === undefined ? undefined : { open, close, replaced: text }
    const isCertain = missing
      ? !since.touchesRange(run.from, run.to)
      : !reachesBeyond(since, run.from, run.to)
    // Nothing is shown of what stands there instead of words.
    found.set(host, { from, to, element, source: missing ? '' : text, chips, isCertain, missing })
  }
  return found
}
