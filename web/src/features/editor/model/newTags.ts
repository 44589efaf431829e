import type { ContentModel } from './contentModel'

/** The text of a new element behind its `<`, and the place of the cursor in it. */
export interface NewTag {
  text: string
  caret: number
}

/** A new element with the attributes that it must have; the cursor is where something has to be written first. */
export function newTag(model: ContentModel, path: readonly string[], name: string): NewTag {
  const own = [...path, name]
  let text = name
  let caret: number | undefined
  for (const attribute of model.attributes(own).filter(({ isRequired }) => isRequired)) {
    const value = attribute.kind === 'text' && attribute.isClosed ? (attribute.values[0] ?? '') : ''
    text += ` ${attribute.name}="`
    if (value === '') caret ??= text.length
    text += `${value}"`
  }
  if (!model.hasText(own) && !model.hasChildren(own))
    return { text: `${text}/>`, caret: caret ?? text.length + 2 }
  return { text: `${text}></${name}>`, caret: caret ?? text.length + 1 }
}

const codePattern =
  /^DMC-([A-Z0-9]{2,14})-([A-Z0-9]{1,4})-([A-Z0-9]{2,3})-([A-Z0-9])([A-Z0-9])-([A-Z0-9]{2,4})-([A-Z0-9]{2})([A-Z0-9]{1,3})-([A-Z0-9]{3})([A-Z0-9])-([A-Z])(?:-([A-Z0-9]{3})([A-Z0-9]))?$/
const codeParts = [
  'modelIdentCode',
  'systemDiffCode',
  'systemCode',
  'subSystemCode',
  'subSubSystemCode',
  'assyCode',
  'disassyCode',
  'disassyCodeVariant',
  'infoCode',
  'infoCodeVariant',
  'itemLocationCode',
  'learnCode',
  'learnEventCode',
]

/** The attributes of `dmCode` for the code of a module; undefined when it is not written in the usual way. */
export function codeAttributes(code: string): string | undefined {
  const found = codePattern.exec(code)
  if (!found) return undefined
  const parts = found.slice(1).flatMap((value, index) => {
    return value === undefined ? [] : [`${codeParts[index] ?? ''}="${value}"`]
  })
  return parts.join(' ')
}
