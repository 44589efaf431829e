import { describe, expect, it } from 'vitest'
import { quoteOf } from './quote'

const page = `<article class="s1d-module">
  <section id="s" data-applic-id="outer" data-applic="unknown">
    <p id="p" data-applic-id="inner" data-applic="unknown">The <a href="#x" data-target="x">pump</a>
      sits <span id="q">here</span>.</p>
  </section>
  <table><thead><tr><th>Part</th></tr></thead><tbody><tr id="r"><td>Pump</td></tr><tr><td>Hose</td></tr></tbody></table>
  <ul><li id="l">One</li></ul>
</article>`

describe('the quote of a block', () => {
  it('has its words, and nothing that belongs to the page of the module', () => {
    const quote = quoteOf(page, 'p')
    expect(quote?.text).toBe('The pump sits here.')
    expect(quote?.content.querySelector('[id]')).toBeNull()
    expect(quote?.content.querySelector('a[href]')).toBeNull()
  })

  it('names the annotations around it, the outermost first', () => {
    expect(quoteOf(page, 'p')?.annotations).toEqual(['outer', 'inner'])
    expect(quoteOf(page, 'l')?.annotations).toEqual([])
  })

  it('shows a row with the heading of its table, and an item in a list', () => {
    const row = quoteOf(page, 'r')
    expect(row?.content.localName).toBe('table')
    expect(row?.content.textContent).toBe('PartPump')
    expect(quoteOf(page, 'l')?.content.localName).toBe('ul')
  })

  it('is not there for another id', () => {
    expect(quoteOf(page, 'other')).toBeUndefined()
  })
})
