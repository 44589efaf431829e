import type { PlacedComment } from '@/api/types'
import { openAtPlaces } from './threads'

const mark = 'data-commented'

/** Marks the paragraphs of a page that have open threads, also after the page was drawn anew; returns how to stop. */
export function markCommented(page: HTMLElement, threads: readonly PlacedComment[]): () => void {
  const places = openAtPlaces(threads)
  const apply = () => {
    for (const block of page.querySelectorAll('[id]')) {
      const count = places.get(block.id)?.length
      const wanted = count === undefined ? null : String(count)
      if (block.getAttribute(mark) === wanted) continue
      if (wanted === null) block.removeAttribute(mark)
      else block.setAttribute(mark, wanted)
    }
  }
  if (places.size === 0) return () => undefined
  apply()
  const observer = new MutationObserver(apply)
  observer.observe(page, { childList: true, subtree: true, attributeFilter: [mark, 'id'] })
  return () => {
    observer.disconnect()
    for (const block of page.querySelectorAll(`[${mark}]`)) block.removeAttribute(mark)
  }
}
