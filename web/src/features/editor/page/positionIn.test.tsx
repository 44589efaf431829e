import { expect, it } from 'vitest'
import { positionIn } from './positionIn'

const run = (from: number) => ({ from, to: from + 5, element: 'para' })
const html =
  '<article><section id="s1"><h2 id="t1"><span class="s1d-run" data-run="0">Pump</span></h2>' +
  '<figure id="f1"></figure><p id="p1"><span class="s1d-run" data-run="1">Open <em id="e1">it</em></span></p></section>' +
  '<figure id="f2"></figure></article>'
const page = { html, runs: [run(10), run(40)] }

it('finds the text of a paragraph, of the first one in a section, and of the one around a phrase', () => {
  expect(positionIn(page, 'p1')).toBe(40)
  expect(positionIn(page, 's1')).toBe(10)
  expect(positionIn(page, 'e1')).toBe(40)
})

it('finds the text behind a picture, and nothing where there is none', () => {
  expect(positionIn(page, 'f1')).toBe(40)
  expect(positionIn(page, 'f2')).toBeUndefined()
  expect(positionIn(page, 'p9')).toBeUndefined()
})
