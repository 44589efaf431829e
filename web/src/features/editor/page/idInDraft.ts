import { sanitise } from '@/lib/article/sanitise'

const textOf = (block: Element) => (block.textContent ?? '').replace(/\s+/g, ' ').trim()

const withId = (content: ParentNode) => [...content.querySelectorAll('[id]')]

/** The steps of a path of positions. */
const length = (id: string) => id.split(/[:.]/).length

/**
 * The id of a paragraph of the read page in the page of the draft. An id that the text has names one paragraph in both;
 * any other tells a position, which the draft may have given to another paragraph: then the only one with the same
 * words is meant, as far as there is one.
 */
export function idInDraft(readHtml: string, draftHtml: string, id: string): string {
  const read = withId(sanitise(readHtml)).find((each) => each.id === id)
  const words = read && textOf(read)
  if (!id.includes(':') || !words) return id
  const alike = withId(sanitise(draftHtml)).filter((each) => textOf(each) === words)
  if (alike.some((each) => each.id === id)) return id
  const [outermost] = alike
  // A step and its only paragraph have the same words.
  if (!outermost || !alike.every((each) => outermost.contains(each))) return id
  return (alike.find((each) => length(each.id) === length(id)) ?? outermost).id
}
