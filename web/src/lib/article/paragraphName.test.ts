import { describe, expect, it } from 'vitest'
import { paragraphName } from './paragraphName'

describe('the name of a paragraph', () => {
  it('is its text where that is short', () => {
    expect(paragraphName('  Remove the\n  panel. ')).toBe('Remove the panel.')
    expect(paragraphName('x'.repeat(80))).toBe('x'.repeat(80))
  })

  it('ends after a word, with a sign that something is left out', () => {
    const text =
      'The wheel is made of a rim, spokes and a hub; each spoke is joined to the hub by a flange and a nut.'
    expect(paragraphName(text)).toBe(
      'The wheel is made of a rim, spokes and a hub; each spoke is joined to the hub…',
    )
    expect(paragraphName(`${'abc '.repeat(19)}end, and more`)).toBe(`${'abc '.repeat(19)}end…`)
  })

  it('ends after any character of Chinese', () => {
    const name = paragraphName('拆下前轮，检查轮辐是否松动。'.repeat(10))
    expect(name).toBe(`${'拆下前轮，检查轮辐是否松动。'.repeat(5)}拆下前轮，检查轮辐…`)
    expect([...name]).toHaveLength(80)
    expect(paragraphName('𠀀'.repeat(90))).toBe(`${'𠀀'.repeat(79)}…`)
  })

  it('is cut within a word only where there is no other', () => {
    expect(paragraphName('a'.repeat(90))).toBe(`${'a'.repeat(79)}…`)
  })
})
