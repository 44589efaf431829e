import { describe, expect, it } from 'vitest'
import type { ViewFigure } from '@/api/types'
import { differencesOf, markStretches, piecesOf } from './differences'

const figure = (versionId: string): ViewFigure => ({
  number: '1',
  title: '',
  icn: 'ICN-1',
  state: 'found',
  versionId,
  hotspots: [],
})

/** Both texts with what differs marked, and how many differences there are. */
function marked(left: string, right: string, figures: [ViewFigure[], ViewFigure[]] = [[], []]) {
  const sides = [left, right].map((html, index) => {
    const content = document.createElement('div')
    content.innerHTML = html
    return { content, pieces: piecesOf(content, figures[index] ?? []) }
  })
  const [a, b] = sides
  const found = a && b && differencesOf(a.pieces, b.pieces)
  if (!a || !b || !found) return undefined
  markStretches(a.pieces, found.left, 'del', 'Other picture')
  markStretches(b.pieces, found.right, 'ins', 'Other picture')
  const plain = ({ content }: typeof a) => content.innerHTML.replaceAll(/ data-difference="(\d+)"/g, '$1')
  return { count: found.count, left: plain(a), right: plain(b) }
}

describe('two versions of a text', () => {
  it('have their other words marked, neighbours together, however they are set', () => {
    expect(
      marked(
        '<p>Remove the <b>old hook</b> now.</p><p>End</p>',
        '<p>Remove the <b>new steel hook</b> now.</p><p>End</p>',
      ),
    ).toEqual({
      count: 1,
      left: '<p>Remove the <b><del0>old</del> hook</b> now.</p><p>End</p>',
      right: '<p>Remove the <b><ins0>new steel</ins> hook</b> now.</p><p>End</p>',
    })
  })

  it('have one difference where several paragraphs are new, with a mark in each', () => {
    expect(marked('<p>One.</p><p>Four.</p>', '<p>One.</p><p>Two!</p><p>Three!</p><p>Four.</p>')).toEqual({
      count: 1,
      left: '<p>One.</p><p>Four.</p>',
      right: '<p>One.</p><p><ins0>Two!</ins></p><p><ins0>Three!</ins></p><p>Four.</p>',
    })
  })

  it('have several marks in one text node, at their own places', () => {
    const both = marked('<p>a b c d e f g</p>', '<p>a X c d Y f g</p>')
    expect(both?.left).toBe('<p>a <del0>b</del> c d <del1>e</del> f g</p>')
    expect(both?.right).toBe('<p>a <ins0>X</ins> c d <ins1>Y</ins> f g</p>')
    expect(both?.count).toBe(2)
  })

  it('are compared by Chinese words', () => {
    const both = marked('<p>拆下前轮，检查轮辐。</p>', '<p>安装前轮，检查轮辐。</p>')
    expect(both?.count).toBe(1)
    expect(both?.right).toBe('<p><ins0>安装</ins>前轮，检查轮辐。</p>')
  })

  it('have codes marked whole', () => {
    expect(marked('<p>See DMC-A-10 (5.5 mm)</p>', '<p>See DMC-A-20 (5.7 mm)</p>')?.right).toBe(
      '<p>See <ins0>DMC-A-20</ins> (<ins1>5.7</ins> mm)</p>',
    )
  })

  it('do not differ by numbers of steps, by blanks, or by what nobody sees', () => {
    const both = marked(
      '<p><span class="s1d-number">1</span> Lift <i class="visually-hidden">(no)</i></p>',
      '<p><span class="s1d-number">2</span>  Lift</p>',
    )
    expect(both?.count).toBe(0)
  })

  it('differ by a picture of another content, which is said in words', () => {
    const html = '<figure><div data-figure="0"><div class="rd-picture"></div>Hook</div></figure>'
    expect(marked(html, html, [[figure('1')], [figure('1')]])?.count).toBe(0)
    const both = marked(html, html, [[figure('1')], [figure('2')]])
    expect(both?.count).toBe(1)
    expect(both?.right).toContain('<ins0>Other picture</ins><div class="rd-picture"></div>Hook')
  })

  it('that are not alike at all are given up rather than waited for', () => {
    const words = (word: string) =>
      `<p>${Array.from({ length: 12_000 }, (_, at) => `${word}${at}`).join(' ')}</p>`
    expect(marked(words('a'), words('b'))).toBeUndefined()
  })
})
