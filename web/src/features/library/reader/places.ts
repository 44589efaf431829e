/** The piece of the text that has this id. */
export function placeOf(article: HTMLElement, id: string): HTMLElement | undefined {
  return [...article.querySelectorAll<HTMLElement>('[id]')].find((each) => each.id === id)
}

/** Elements that a link can lead to: paragraphs, headings, steps and other blocks. */
export const blocks =
  'h2,h3,h4,h5,h6,p,li,tr,figure,aside,section,.s1d-para,.s1d-step,.s1d-warning,.s1d-caution,.s1d-note'

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
  const all = [...article.querySelectorAll<HTMLElement>(blocks)].filter(({ id }) => id !== '')
  return all.find((block) => isInView(block) && block.getBoundingClientRect().top >= top)?.id
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
