import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { createStore, type Store } from '@/ui/store'
import { attributesOf, changeAttribute, type TagAttribute } from './startTag'
import { elementAt, elementsOf, pathOf, type XmlElement } from './xmlElements'

/** A place in a text. */
export interface ChosenPlace {
  doc: Text
  position: number
}

const pauseMs = 150

/** Keeps the place of the cursor for those who show something about it, when it rests. */
export class PlaceFollower {
  readonly place: Store<ChosenPlace | undefined> = createStore<ChosenPlace | undefined>(undefined)
  private timer: ReturnType<typeof setTimeout> | undefined

  follow(place: ChosenPlace): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.place.set(place), pauseMs)
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}

/** An element with the attributes of its start tag. */
export interface ChosenElement {
  element: XmlElement
  path: string[]
  attributes: TagAttribute[]
}

/** The elements around a place, innermost first. */
export function elementsAround({ doc, position }: ChosenPlace): ChosenElement[] {
  const found: ChosenElement[] = []
  for (let at = elementAt(elementsOf(doc), position); at; at = at.parent) {
    const tag = doc.sliceString(at.from, at.openEnd)
    found.push({ element: at, path: pathOf(at), attributes: attributesOf(tag, at.from) })
  }
  return found
}

/**
 * Gives an element another value of an attribute, or takes it away. Returns where the place is afterwards; undefined when
 * nothing has changed. A text that is not the one in which the element was found is left as it is.
 */
export function setAttribute(
  source: EditorView,
  { doc, position }: ChosenPlace,
  element: XmlElement,
  name: string,
  value: string | undefined,
): ChosenPlace | undefined {
  const { state } = source
  if (state.readOnly || !state.doc.eq(doc)) return undefined
  const change = changeAttribute(state.sliceDoc(element.from, element.openEnd), element.from, name, value)
  if (!change) return undefined
  const transaction = state.update({ changes: change, userEvent: 'input.attribute' })
  source.dispatch(transaction)
  return { doc: source.state.doc, position: transaction.changes.mapPos(position, 1) }
}
