import type { DraftPage, ViewFigure } from '@/api/types'
import { sanitise } from '@/lib/article/sanitise'

/** The nodes of a page for editing: references have their titles, pictures are shown, and nothing of it leads away. */
export function pageNodes(
  { html, references, figures }: DraftPage,
  urlOf: (figure: ViewFigure) => string | undefined,
): DocumentFragment {
  const content = sanitise(html)
  for (const element of content.querySelectorAll<HTMLElement>('[data-ref]')) {
    const reference = references[Number(element.dataset.ref)]
    if (!reference || element.dataset.kind === 'internal') continue
    element.classList.toggle('s1d-dangling', reference.state === 'missing')
    const hasText = [...element.childNodes].some(
      (node) => !(node instanceof Element && node.classList.contains('s1d-gen')) && node.textContent?.trim(),
    )
    if (reference.title && !hasText) element.prepend(`${reference.title} `)
  }
  for (const link of content.querySelectorAll('a')) {
    const plain = document.createElement('span')
    for (const { name, value } of link.attributes) if (name !== 'href') plain.setAttribute(name, value)
    plain.append(...link.childNodes)
    link.replaceWith(plain)
  }
  for (const element of content.querySelectorAll<HTMLElement>('[data-figure]')) {
    const figure = figures[Number(element.dataset.figure)]
    const url = figure && urlOf(figure)
    if (url === undefined) continue
    const picture = document.createElement('img')
    picture.src = url
    picture.alt = figure?.title || figure?.icn || ''
    element.querySelector(':scope > .s1d-graphic-note')?.remove()
    element.prepend(picture)
  }
  for (const details of content.querySelectorAll('details')) details.open = true
  return content
}
