/** The piece of the text that has this id. */
export function placeOf(article: HTMLElement, id: string): HTMLElement | undefined {
  return [...article.querySelectorAll<HTMLElement>('[id]')].find((each) => each.id === id)
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
