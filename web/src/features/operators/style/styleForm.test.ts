import { describe, expect, it } from 'vitest'
import { colourOf, fillPlaceholders, hasOnlyPlaceholders } from './styleForm'

const values = { manual: 'MEL', revision: '4', date: '2026-01-15' }
const known = Object.keys(values)

describe('placeholders', () => {
  it('are replaced by the values of the publication, and nothing else is', () => {
    expect(fillPlaceholders('{manual} · Rev. {revision}, {date}', values)).toBe('MEL · Rev. 4, 2026-01-15')
    expect(fillPlaceholders('{page} } 受控', values)).toBe('{page} } 受控')
  })

  it('are the only words in braces', () => {
    expect(hasOnlyPlaceholders('{manual}{date} }', known)).toBe(true)
    expect(hasOnlyPlaceholders('{page}', known)).toBe(false)
    expect(hasOnlyPlaceholders('{manual', known)).toBe(false)
  })
})

it('shows a colour that the palette does not know as black', () => {
  const navy = { name: 'navy', colour: '#14306b', tint: '#e3e7ee' }
  expect(colourOf([navy], 'navy')).toBe(navy)
  expect(colourOf([navy], 'red').colour).toBe('#1a1a1a')
})
