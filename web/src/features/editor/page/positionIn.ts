import type { DraftPage } from '@/api/types'
import { sanitise } from '@/lib/article/sanitise'

/**
 * The place in the text of a paragraph, by its id in the page: where its own text begins, or the text that follows it
 * when it has none. Undefined when the page has no such paragraph.
 */
export function positionIn({ html, runs }: Pick<DraftPage, 'html' | 'runs'>, id: string): number | undefined {
  const content = sanitise(html)
  const block = [...content.querySelectorAll('[id]')].find((each) => each.id === id)
  if (!block) return undefined
  const own = block.closest('[data-run]') ?? block.querySelector('[data-run]')
  const follows = (run: Element) =>
    (block.compareDocumentPosition(run) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const run = own ?? [...content.querySelectorAll('[data-run]')].find(follows)
  return run ? runs[Number(run.getAttribute('data-run'))]?.from : undefined
}
