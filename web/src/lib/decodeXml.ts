/** The bytes that a declaration is looked for in. */
const headBytes = 200
const declaration = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes))
  return declaration.exec(head)?.[1] ?? 'utf-8'
}

/**
 * The text of an XML file in the encoding of its byte order mark or its declaration, with a declaration of UTF-8, which
 * it is sent in. Throws when the encoding is unknown, or when the bytes are not in it.
 */
export function decodeXml(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes)
  const text = new TextDecoder(encodingOf(view), { fatal: true }).decode(view)
  return text.replace(declaration, (found, name: string) => found.replace(name, 'UTF-8'))
}
