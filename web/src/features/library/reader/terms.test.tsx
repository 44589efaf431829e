import { describe, expect, it } from 'vitest'
import type { GlossaryTerm } from '@/api/types'
import { markTerms } from './terms'
import { termsFor } from './useTerms'

const term = (word: string, definition = `Meaning of ${word}`): GlossaryTerm => ({
  id: '',
  term: word,
  definition,
  path: '/H160/MEL/DMC-G_en-US.XML',
})

/** The HTML after marking, with `[` and `]` around what was marked. */
function marked(html: string, ...terms: GlossaryTerm[]): string {
  const content = document.createRange().createContextualFragment(html)
  markTerms(content, terms, 'Explain')
  const host = document.createElement('div')
  host.append(content)
  return host.innerHTML.replaceAll(/<button[^>]*>/g, '[').replaceAll('</button>', ']')
}

describe('the terms in a text', () => {
  it('are marked at their first mention, as whole words', () => {
    expect(marked('<p>XVMC, VMC and VMC.</p><p>VMC</p>', term('VMC'))).toBe(
      '<p>XVMC, [VMC] and VMC.</p><p>VMC</p>',
    )
  })

  it('begin with a capital at the start of a sentence, but abbreviations are exact', () => {
    expect(marked('<p>Flapper and elt.</p>', term('flapper'), term('ELT'))).toBe('<p>[Flapper] and elt.</p>')
  })

  it('are the longest that fit', () => {
    expect(marked('<p>fuel pump</p>', term('fuel'), term('fuel pump'))).toBe('<p>[fuel pump]</p>')
  })

  it('are found between Chinese letters', () => {
    expect(marked('<p>保持VMC条件，检查增压泵。</p>', term('VMC'), term('增压泵'))).toBe(
      '<p>保持[VMC]条件，检查[增压泵]。</p>',
    )
  })

  it('are left alone in links and buttons, and without a meaning', () => {
    const html = '<p><a href="#">VMC</a> ELT (a+b)</p>'
    expect(marked(html, term('VMC'), term('ELT', ''))).toBe(html)
    expect(marked('<p>(a+b) a+b</p>', term('a+b'))).toBe('<p>([a+b]) a+b</p>')
  })

  it('that differ in their case alone are told apart', () => {
    const content = document.createRange().createContextualFragment('<p>In Bar, a bar.</p>')
    markTerms(content, [term('bar'), term('Bar')], 'Explain')
    const found = [...content.querySelectorAll('button')].map((button) => button.dataset.term)
    expect(found).toEqual(['Bar', 'bar'])
  })

  it('have the meaning that is written in the language of the module', () => {
    const chinese = { ...term('VMC', '目视气象条件'), path: '/H160/MEL/DMC-G_zh-CN.XML' }
    const first = (path: string) => termsFor([term('VMC'), chinese], path)[0]?.definition
    expect(first('/H160/MEL/DMC-A_zh-CN.XML')).toBe('目视气象条件')
    expect(first('/H160/MEL/DMC-A_en-US.XML')).toBe('Meaning of VMC')
  })

  it('are not sought inside a longer one that was marked before', () => {
    expect(marked('<p>fuel pump, fuel pump</p>', term('pump'), term('fuel pump'))).toBe(
      '<p>[fuel pump], fuel pump</p>',
    )
  })

  it('are found in a long text with thousands of them in a moment', () => {
    const words = Array.from({ length: 5_000 }, (_, number) => term(`word${number} part`))
    const html = `<p>${Array.from({ length: 20_000 }, (_, number) => `word${number}`).join(' ')} word7 part</p>`
    const start = performance.now()
    expect(marked(html, ...words)).toContain('[word7 part]')
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
