import { readValue } from './startTag'
import type { XmlElement } from './xmlElements'

/** An applicability statement that elements of the module can refer to. */
export interface ApplicStatement {
  id: string
  /** As readers see it. */
  text: string
}

/** The applicability statements of a module, in their order. */
export function applicStatements(text: string, elements: readonly XmlElement[]): ApplicStatement[] {
  const group = elements.find(({ name }) => name === 'referencedApplicGroup')
  return (group?.children ?? []).flatMap((applic) => {
    const tag = text.slice(applic.from, applic.openEnd)
    const [, one, other] = /\sid\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/.exec(tag) ?? []
    const id = one ?? other
    if (applic.name !== 'applic' || id === undefined) return []
    const shown = applic.children.find(({ name }) => name === 'displayText')
    const inside = shown ? text.slice(shown.openEnd, shown.closeStart) : ''
    const words = readValue(inside.replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim()
    return [{ id, text: words || id }]
  })
}
