import { blocksWithin, placeOf } from '@/lib/article/blocks'

/**
 * The paragraph that a person reads: the one chosen with the keys, else the one that the address names, else the first
 * one in view. None at the beginning of the module.
 */
export function placeInView(article: HTMLElement, at: string | undefined): string | undefined {
  const chosen = article.querySelector<HTMLElement>('[data-chosen]')
  if (chosen) return chosen.id
  const top = document.querySelector('.rd-bar')?.getBoundingClientRect().bottom ?? 0
  const isInView = (block: HTMLElement) => {
    const box = block.getBoundingClientRect()
    return box.bottom > top && box.top < window.innerHeight
  }
  const named = at === undefined ? undefined : placeOf(article, at)
  if (named && isInView(named)) return at
  if (article.getBoundingClientRect().top >= top) return undefined
  return blocksWithin(article).find((block) => isInView(block) && block.getBoundingClientRect().top >= top)
    ?.id
}

/** Puts the keyboard where a person looks, without moving the view. */
export function focusOn(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Renders the text again and keeps the keyboard focus in the same block. */
export function redraw(article: HTMLElement, content: DocumentFragment): void {
  const focused = document.activeElement
  const within = focused !== article && article.contains(focused) ? focused?.closest('[id]')?.id : undefined
  article.replaceChildren(content)
  const place = within === undefined ? undefined : placeOf(article, within)
  if (place) focusOn(place)
}
