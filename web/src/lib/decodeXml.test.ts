import { expect, it } from 'vitest'
import { decodeXml } from './decodeXml'

const bytesOf = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  ).buffer

it('reads a file in the encoding that it declares', () => {
  const latin = bytesOf('<?xml version="1.0" encoding="ISO-8859-1"?><a>Gr', [0xf6, 0xdf], 'e</a>')
  expect(decodeXml(latin)).toBe('<?xml version="1.0" encoding="UTF-8"?><a>Größe</a>')
  expect(decodeXml(bytesOf('<a>Größe</a>'))).toBe('<a>Größe</a>')
  expect(decodeXml(bytesOf([0xef, 0xbb, 0xbf], '<a/>'))).toBe('<a/>')
})

it('reads UTF-16 by its byte order mark', () => {
  const text = '<?xml version="1.0" encoding="UTF-16"?><a>泵</a>'
  const units = [...text].flatMap((char) => [char.charCodeAt(0) & 0xff, char.charCodeAt(0) >> 8])
  expect(decodeXml(bytesOf([0xff, 0xfe], units))).toBe('<?xml version="1.0" encoding="UTF-8"?><a>泵</a>')
})

it('refuses bytes that are not in their encoding, and encodings that nobody knows', () => {
  expect(() => decodeXml(bytesOf('<a>', [0xf6], '</a>'))).toThrow()
  expect(() => decodeXml(bytesOf('<?xml version="1.0" encoding="KLINGON"?><a/>'))).toThrow()
})
