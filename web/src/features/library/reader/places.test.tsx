import { afterEach, expect, it, vi } from 'vitest'
import { placeInView } from './places'

afterEach(() => vi.restoreAllMocks())

/** An article whose blocks begin at these heights and are 100 pixels high. */
function article(heights: Record<string, number>): HTMLElement {
  const made = document.createElement('article')
  const top = Math.min(...Object.values(heights))
  vi.spyOn(made, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 1000))
  for (const [id, height] of Object.entries(heights)) {
    const block = document.createElement('p')
    block.id = id
    vi.spyOn(block, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, height, 100, 100))
    made.append(block)
  }
  return made
}

it('is the paragraph that was chosen with the keys', () => {
  const shown = article({ one: -200, two: 0, three: 100 })
  shown.querySelector('#three')?.toggleAttribute('data-chosen', true)
  expect(placeInView(shown, 'two')).toBe('three')
})

it('is the paragraph of the address while it is in view, then the first one in view', () => {
  const shown = article({ one: -200, two: -50, three: 50, four: 150 })
  expect(placeInView(shown, 'four')).toBe('four')
  expect(placeInView(shown, 'one')).toBe('three')
  expect(placeInView(shown, undefined)).toBe('three')
})

it('is none at the beginning of the module', () => {
  expect(placeInView(article({ one: 10, two: 110 }), undefined)).toBeUndefined()
})
