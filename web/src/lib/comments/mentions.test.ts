import { describe, expect, it } from 'vitest'
import { mentionBefore, partsOf, withMention } from './mentions'

describe('a mention', () => {
  it.each([
    ['Ask @in', 7, { from: 4, typed: 'in' }],
    ['@', 1, { from: 0, typed: '' }],
    ['mail anna@example.com', 21, undefined],
    ['Ask @in now', 11, undefined],
    ['请@li', 4, { from: 1, typed: 'li' }],
  ])('in %j is what is typed before the cursor', (text, cursor, expected) => {
    expect(mentionBefore(text, cursor)).toEqual(expected)
  })

  it('is completed with a blank behind it', () => {
    expect(withMention('Ask @in, please', 7, 'ines.approver')).toEqual({
      text: 'Ask @ines.approver , please',
      cursor: 19,
    })
    expect(withMention('Ask @in please', 7, 'ines.approver').text).toBe('Ask @ines.approver please')
    expect(withMention('Ask', 3, 'ines.approver').text).toBe('Ask')
  })

  it('is marked only where the server knows the person', () => {
    expect(partsOf('Hi @Ines and @nobody, @ines.', ['ines'])).toEqual([
      { text: 'Hi ', isMention: false },
      { text: '@Ines', isMention: true },
      { text: ' and @nobody, ', isMention: false },
      { text: '@ines', isMention: true },
      { text: '.', isMention: false },
    ])
    expect(partsOf('', [])).toEqual([])
  })
})
