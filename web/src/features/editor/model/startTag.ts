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

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  "'": '&apos;',
  // Written as they are, they would be read as blanks.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const signs: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const lastSign = 0x10ffff

/** A value as it is written between quotation marks. */
export const writtenValue = (value: string) => value.replace(/[&<"'\t\n\r]/g, (sign) => escapes[sign] ?? sign)

/** The value that is written, as XML reads it: white space is a blank. Entities that only a document type explains stay. */
export const readValue = (source: string) =>
  source.replace(
    /\r\n?|[\t\n]|&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g,
    (whole: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return signs[name] ?? whole
      const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : undefined
      if (code === undefined) return ' '
      return code <= lastSign ? String.fromCodePoint(code) : whole
    },
  )

/** Whether a field of one line can show a value and write it again: it has no entity of a document type, and no line break. */
export function isPlainValue(source: string): boolean {
  const others = source.replace(/&(?:lt|gt|amp|quot|apos|#\d+|#x[\da-fA-F]+);/g, '')
  return !others.includes('&') && !/[\n\r]/.test(readValue(source))
}

/** The change that gives the start tag at a place another value of an attribute, or takes it away; undefined for none. */
export function changeAttribute(
  tag: string,
  from: number,
  name: string,
  value: string | undefined,
): TextChange | undefined {
  const own = attributesOf(tag, from).find((attribute) => attribute.name === name)
  if (value === undefined) return own && { from: own.from, to: own.to, insert: '' }
  const insert = writtenValue(value)
  if (own)
    return readValue(own.value) === value ? undefined : { from: own.valueFrom, to: own.valueTo, insert }
  const end = from + tag.replace(/\s*\/?>$/, '').length
  return { from: end, to: end, insert: ` ${name}="${insert}"` }
}
