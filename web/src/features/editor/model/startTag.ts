/** An attribute in a start tag, with its places in the text. */
export interface TagAttribute {
  name: string
  /** As it is written, with entities. */
  value: string
  /** With the white space before it. */
  from: number
  to: number
  /** Of the value, without its quotation marks. */
  valueFrom: number
  valueTo: number
}

/** A replaced range of the text. */
export interface TextChange {
  from: number
  to: number
  insert: string
}

const attributePattern = /(\s+)([^\s=<>/'"]+)\s*=\s*("([^"<]*)"|'([^'<]*)')/g

/** The attributes of the start tag that begins at a place. */
export function attributesOf(tag: string, from: number): TagAttribute[] {
  return [...tag.matchAll(attributePattern)].map(
    ({ 0: whole, 2: name = '', 3: quoted = '', 4: one, 5: other, index }) => {
      const to = from + index + whole.length
      return {
        name,
        value: one ?? other ?? '',
        from: from + index,
        to,
        valueFrom: to - quoted.length + 1,
        valueTo: to - 1,
      }
    },
  )
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;', "'": '&apos;' }
const signs: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** A value as it is written between quotation marks. */
const written = (value: string) => value.replace(/[&<"']/g, (sign) => escapes[sign] ?? sign)

/** The value that is written; entities that only a document type explains stay. */
export const readValue = (source: string) =>
  source.replace(/&(lt|gt|amp|quot|apos);/g, (_, name) => signs[name] ?? '')

/** The change that gives the start tag at a place another value of an attribute, or takes it away; undefined for none. */
export function changeAttribute(
  tag: string,
  from: number,
  name: string,
  value: string | undefined,
): TextChange | undefined {
  const own = attributesOf(tag, from).find((attribute) => attribute.name === name)
  if (value === undefined) return own && { from: own.from, to: own.to, insert: '' }
  const insert = written(value)
  if (own)
    return readValue(own.value) === value ? undefined : { from: own.valueFrom, to: own.valueTo, insert }
  const end = from + tag.replace(/\s*\/?>$/, '').length
  return { from: end, to: end, insert: ` ${name}="${insert}"` }
}
