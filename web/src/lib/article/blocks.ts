/** Elements that a link can lead to: paragraphs, headings, steps and other blocks. */
const blocks =
  'h2,h3,h4,h5,h6,p,li,tr,figure,aside,section,.s1d-para,.s1d-step,.s1d-warning,.s1d-caution,.s1d-note'

/** The innermost block with an id around an element. */
export function blockAround(element: Element): HTMLElement | undefined {
  let found = element.closest<HTMLElement>(blocks)
  while (found && found.id === '') found = found.parentElement?.closest<HTMLElement>(blocks) ?? null
  return found ?? undefined
}

/** All blocks of a text that have an id, in their order. */
export function blocksWithin(text: ParentNode): HTMLElement[] {
  return [...text.querySelectorAll<HTMLElement>(blocks)].filter(({ id }) => id !== '')
}

/** The piece of a text that has this id. It may be smaller than a block, such as a cell. */
export function placeOf(text: ParentNode, id: string): HTMLElement | undefined {
  return [...text.querySelectorAll<HTMLElement>('[id]')].find((each) => each.id === id)
}
