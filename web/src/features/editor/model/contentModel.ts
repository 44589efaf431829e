import type { ContentModelView } from '@/api/types'

type ElementView = ContentModelView['elements'][number]
type StateView = ElementView['states'][number]

/** An attribute that an element may have. */
export interface AllowedAttribute {
  name: string
  isRequired: boolean
  kind: 'text' | 'id' | 'reference' | 'references'
  values: readonly string[]
  /** Whether no other value is allowed. */
  isClosed: boolean
}

const kinds = { id: 'id', reference: 'reference', references: 'references' } as const
const isKind = (kind: string | undefined): kind is keyof typeof kinds => kind !== undefined && kind in kinds

/** The allowed content of a module's elements. The rules are those of `s1000d::model`, and so are the cases of its tests. */
export class ContentModel {
  private readonly view: ContentModelView
  private readonly named = new Map<string, ElementView>()

  constructor(view: ContentModelView) {
    this.view = view
    for (const element of view.elements)
      if (!element.local && !this.named.has(element.name)) this.named.set(element.name, element)
  }

  /** Whether it was learned from other modules, so that more may be allowed. */
  get isLearned(): boolean {
    return this.view.origin === 'learned'
  }

  /** The element at the end of a path of names, which begins at any element that its name alone finds. */
  private find(path: readonly string[]): ElementView | undefined {
    const [root, ...below] = path
    let found = root === undefined ? undefined : this.named.get(root)
    for (const name of below) found = (found && this.childOf(found, name)) ?? this.named.get(name)
    return found
  }

  private childOf({ states }: ElementView, name: string): ElementView | undefined {
    for (const { next } of states)
      for (const [index = -1] of next) {
        const child = this.view.elements[index]
        if (child?.name === name) return child
      }
    return undefined
  }

  isKnown(path: readonly string[]): boolean {
    return this.find(path) !== undefined
  }

  /** Whether text may stand in an element. */
  hasText(path: readonly string[]): boolean {
    return this.find(path)?.text ?? false
  }

  /** Whether an element may hold other elements. */
  hasChildren(path: readonly string[]): boolean {
    return this.find(path)?.states.some(({ next, any }) => next.length > 0 || any !== undefined) ?? false
  }

  /** Whether children may follow each other like this and be all that the element holds. */
  accepts(path: readonly string[], children: readonly string[]): boolean {
    const element = this.find(path)
    const end = element && this.run(element, 0, children)
    return end !== undefined && element?.states[end]?.end === true
  }

  /** The elements that may be inserted between children, so that the element is valid afterwards. */
  insertable(path: readonly string[], before: readonly string[], behind: readonly string[]): string[] {
    const element = this.find(path)
    return this.following(element, before, (target) => {
      const end = element && this.run(element, target, behind)
      return end !== undefined && element?.states[end]?.end === true
    })
  }

  /**
   * The elements to offer between children of an element that may be incomplete: those that make it valid, or else those
   * that what stands behind may follow, or else those that may follow what stands before.
   */
  expected(path: readonly string[], before: readonly string[], behind: readonly string[]): string[] {
    const valid = this.insertable(path, before, behind)
    if (valid.length > 0) return valid
    const element = this.find(path)
    if (this.accepts(path, [...before, ...behind])) return []
    const possible = this.following(element, before, (target) => {
      return element !== undefined && this.run(element, target, behind) !== undefined
    })
    return possible.length > 0 ? possible : this.following(element, before, () => true)
  }

  private following(
    element: ElementView | undefined,
    before: readonly string[],
    fits: (target: number) => boolean,
  ): string[] {
    const at = element && this.run(element, 0, before)
    const next = at === undefined ? [] : (element?.states[at]?.next ?? [])
    return next.flatMap(([child = -1, target = -1]) => {
      const name = this.view.elements[child]?.name
      return name !== undefined && fits(target) ? [name] : []
    })
  }

  /** The state behind some children; undefined when they may not follow each other. */
  private run({ states }: ElementView, start: number, children: readonly string[]): number | undefined {
    let state: number | undefined = start
    for (const name of children) {
      const from: StateView | undefined = state === undefined ? undefined : states[state]
      const step: number[] | undefined = from?.next.find(
        ([child = -1]) => this.view.elements[child]?.name === name,
      )
      state = step?.[1] ?? from?.any
    }
    return state
  }

  /** The attributes of an element, those that it must have first. */
  attributes(path: readonly string[]): AllowedAttribute[] {
    const found = (this.find(path)?.attributes ?? []).flatMap((index) => {
      const attribute = this.view.attributes[index]
      if (!attribute) return []
      const { name, required = false, kind, values, closed = false } = attribute
      return [
        {
          name,
          isRequired: required,
          kind: isKind(kind) ? kinds[kind] : 'text',
          values: values === undefined ? [] : (this.view.values[values] ?? []),
          isClosed: closed,
        } as const,
      ]
    })
    return found.sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
  }

  attribute(path: readonly string[], name: string): AllowedAttribute | undefined {
    return this.attributes(path).find((attribute) => attribute.name === name)
  }
}
