import { describe, expect, it } from 'vitest'
import { colourOf, fillPlaceholders, hasOnlyPlaceholders, repeatsPlaceholder } from './styleForm'

const values = new Map([
  ['manual', 'MEL'],
  ['revision', '4'],
  ['date', '2026-01-15'],
])
const known = [...values.keys()]

describe('placeholders', () => {
  it('are replaced by the values of the publication, and nothing else is', () => {
    expect(fillPlaceholders('{manual} · Rev. {revision}, {date}', values)).toBe('MEL · Rev. 4, 2026-01-15')
    expect(fillPlaceholders('{page} } 受控', values)).toBe('{page} } 受控')
    expect(fillPlaceholders('{constructor}{toString}', values)).toBe('{constructor}{toString}')
  })

  it('are the only words in braces', () => {
    expect(hasOnlyPlaceholders('{manual}{date} }', known)).toBe(true)
    expect(hasOnlyPlaceholders('{page}', known)).toBe(false)
    expect(hasOnlyPlaceholders('{manual', known)).toBe(false)
    expect(hasOnlyPlaceholders('{re{manual}vision}', known)).toBe(false)
  })

  it('are used once each', () => {
    expect(repeatsPlaceholder('{manual} {date}')).toBe(false)
    expect(repeatsPlaceholder('{manual} {date} {manual}')).toBe(true)
  })
})

it('shows a colour that the palette does not know as black', () => {
  const navy = { name: 'navy', colour: '#14306b', tint: '#e3e7ee' }
  expect(colourOf([navy], 'navy')).toBe(navy)
  expect(colourOf([navy], 'red').colour).toBe('#1a1a1a')
})
