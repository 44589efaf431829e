import type { EditedRun } from './editedRun'
import { isSameMark } from './formats'
import { markElement } from './runDom'
import type { RunMark } from './runTokens'

/** Marks the selected text of a run, or removes the mark around it. Returns whether something has changed. */
export function toggleMark(run: EditedRun, mark: RunMark): boolean {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return false
  const range = selection.getRangeAt(0)
  const around = markAround(run, range.commonAncestorContainer, mark)
  if (around) {
    around.replaceWith(...around.childNodes)
    return true
  }
  const made = markElement(run.addMark(mark), mark)
  try {
    range.surroundContents(made)
  } catch {
    // The selection begins inside a mark and ends outside of it.
    return false
  }
  selection.selectAllChildren(made)
  return true
}

function markAround(run: EditedRun, node: Node, mark: RunMark): HTMLElement | undefined {
  for (let at: Node | null = node; at && at !== run.host; at = at.parentNode) {
    if (!(at instanceof HTMLElement)) continue
    const own = run.content.marks.get(Number(at.dataset.mark ?? Number.NaN))
    if (own && isSameMark(own, mark)) return at
  }
  return undefined
}
