import { describe, expect, it } from 'vitest'
import { changeAttribute } from './startTag'

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
})
