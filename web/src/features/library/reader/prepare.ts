import type { ViewFigure, ViewReference } from '@/api/types'
import { sanitise } from '@/lib/article/sanitise'
import { prepareChanges } from './changes'
import { preparePartsLists } from './partsList'
import { addTaskSummary } from './taskSummary'
import type { Drawable } from './useDrawing'

interface PrepareOptions {
  /** The page a reference leads to; undefined where there is none. */
  hrefOf: (reference: ViewReference) => string | undefined
  /** The search for a part number. */
  hrefOfPart: (number: string) => string
  texts: {
    /** Why a reference leads nowhere. */
    missing: (code: string) => string
    /** The same for the ear. */
    missingShort: string
    notApplying: string
    why: string
    table: string
    /** Shows an item of a parts list in its figure. */
    show: (item: string) => string
    whereUsed: (number: string) => string
    summary: string
    warnings: string
    cautions: string
  }
}

export interface FigureSlot {
  index: number
  figure: ViewFigure
  /** The element that the picture is rendered into. */
  element: HTMLElement
}

export interface PreparedArticle {
  content: DocumentFragment
  figures: FigureSlot[]
}

/** The nodes of a module with its references resolved and places made for its pictures. */
export function prepare(view: Drawable, { hrefOf, hrefOfPart, texts }: PrepareOptions): PreparedArticle {
  const content = sanitise(view.html)
  for (const element of all(content, '[data-ref]')) {
    const reference = view.references[Number(element.dataset.ref)]
    if (reference && element.dataset.kind !== 'internal')
      resolve(element, reference, hrefOf(reference), texts)
  }
  prepareChanges(content, view.reasons)
  for (const element of all(content, '.s1d-applic-label, .s1d-hidden')) askable(element, texts.why)
  addTaskSummary(content, texts)
  preparePartsLists(content, { hrefOfPart, texts })
  for (const table of all(content, 'table')) inFrame(table, texts.table)
  const figures = all(content, '[data-figure]').flatMap((element) => {
    const index = Number(element.dataset.figure)
    const figure = view.figures[index]
    return figure ? [{ index, figure, element: pictureIn(element, figure) }] : []
  })
  return { content, figures }
}

const all = (within: ParentNode, selector: string) => [...within.querySelectorAll<HTMLElement>(selector)]

function resolve(
  element: HTMLElement,
  reference: ViewReference,
  href: string | undefined,
  texts: PrepareOptions['texts'],
): void {
  element.dataset.state = reference.state
  if (reference.title && !saysMoreThanWeAdd(element)) {
    element.prepend(`${reference.title} `)
  }
  if (reference.applies === 'no') {
    const entry = element.closest<HTMLElement>('li') ?? element
    entry.dataset.applic = 'no'
    element.title = texts.notApplying
  }
  if (reference.state === 'missing') {
    element.classList.add('s1d-dangling')
    element.title = texts.missing(reference.code)
    const spoken = document.createElement('span')
    spoken.className = 'visually-hidden'
    spoken.textContent = ` (${texts.missingShort})`
    element.append(spoken)
  }
  if (href === undefined) return
  const link = document.createElement('a')
  for (const { name, value } of element.attributes) link.setAttribute(name, value)
  link.href = href
  if (/^https?:/.test(href)) {
    link.target = '_blank'
    link.rel = 'noreferrer'
  }
  link.append(...element.childNodes)
  element.replaceWith(link)
}

/** Whether the author wrote a text for a reference himself. */
function saysMoreThanWeAdd(element: HTMLElement): boolean {
  return [...element.childNodes].some((node) => {
    const ours = node instanceof Element && node.classList.contains('s1d-gen')
    return !ours && node.textContent?.trim() !== ''
  })
}

/** Lets a person ask why an annotated piece is shown or not. */
function askable(label: HTMLElement, why: string): void {
  const next = label.nextElementSibling
  // A section has its label before it.
  const before =
    next instanceof HTMLElement && !label.classList.contains('s1d-hidden')
      ? next.closest<HTMLElement>('[data-applic-id]')
      : null
  const { applicId: id, applic } = (before ?? label.closest<HTMLElement>('[data-applic-id]'))?.dataset ?? {}
  // A row that is left out has its note in a cell.
  const place = label.localName === 'tr' ? label.querySelector('td') : label
  if (!id || !place) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'rd-why'
  button.dataset.why = id
  button.dataset.truth = applic
  button.title = why
  button.append(...place.childNodes)
  place.append(button)
}

/** A wide table scrolls in a frame of its own. */
function inFrame(table: HTMLElement, name: string): void {
  let frame = table.parentElement
  if (!frame?.classList.contains('s1d-table-wrap')) {
    const made = document.createElement('div')
    made.className = 's1d-table-wrap'
    table.replaceWith(made)
    made.append(table)
    frame = made
  }
  frame.dataset.name = table.querySelector('caption')?.textContent?.trim() || name
}

/** Makes room for a picture in place of the note that names it. */
function pictureIn(element: HTMLElement, figure: ViewFigure): HTMLElement {
  element.dataset.state = figure.state
  element.querySelector(':scope > .s1d-graphic-note')?.remove()
  const place = document.createElement(element.localName === 'span' ? 'span' : 'div')
  place.className = 'rd-picture'
  element.prepend(place)
  return place
}
