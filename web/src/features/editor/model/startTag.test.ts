import { describe, expect, it } from 'vitest'
import { changeAttribute, isPlainValue, readValue, writtenValue } from './startTag'

/** The text after an attribute of the tag at its beginning has changed. */
function changed(text: string, name: string, value: string | undefined) {
  const tag = text.slice(0, text.indexOf('>') + 1)
  const change = changeAttribute(tag, 0, name, value)
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text
}

describe('an attribute', () => {
  it('is added, changed and removed, and nothing else of the tag changes', () => {
    expect(changed('<para  id = "p1" >x', 'id', 'p2')).toBe('<para  id = "p2" >x')
    expect(changed("<para id='p1'\n a='1'>x", 'a', 'it\'s "2" & <3')).toBe(
      "<para id='p1'\n a='it&apos;s &quot;2&quot; &amp; &lt;3'>x",
    )
    expect(changed('<para id="p1" a="1">x', 'id', undefined)).toBe('<para a="1">x')
    expect(changed('<graphic />x', 'id', 'g')).toBe('<graphic id="g" />x')
    expect(changed('<para>x', 'id', 'p')).toBe('<para id="p">x')
    expect(changed('<para id="a&amp;b">x', 'id', 'a&b')).toBe('<para id="a&amp;b">x')
    expect(changed('<para>x', 'id', undefined)).toBe('<para>x')
  })

  it('keeps references to signs when the rest of its value changes', () => {
    const value = readValue('10&#160;mm &#xB1;1')
    expect(value).toBe('10\u00a0mm ±1')
    expect(changed('<a w="10&#160;mm">x', 'w', value.replace('10', '12'))).toBe('<a w="12\u00a0mm ±1">x')
    expect(changed('<a w="10&#160;mm">x', 'w', '10\u00a0mm')).toBe('<a w="10&#160;mm">x')
    expect(readValue('w1\nw2\tw3')).toBe('w1 w2 w3')
    expect(readValue('&#1114112;')).toBe('&#1114112;')
  })

  it('is read again as it was written', () => {
    for (const value of ['a\tb\nc\rd', '&amp; <"\'>', '\u00a0\u{1d11e}', '&#160;'])
      expect(readValue(writtenValue(value))).toBe(value)
  })

  it('is not edited in a field that would change it', () => {
    expect(isPlainValue('a &amp; b&#160;c')).toBe(true)
    expect(isPlainValue('w1\nw2')).toBe(true)
    expect(isPlainValue('a &company; b')).toBe(false)
    expect(isPlainValue('a&#10;b')).toBe(false)
  })
})
