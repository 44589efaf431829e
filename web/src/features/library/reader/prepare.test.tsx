import { describe, expect, it } from 'vitest'
import type { ViewFigure, ViewReference } from '@/api/types'
import { prepare } from './prepare'

const texts = {
  missing: (code: string) => `${code} is not in the library`,
  missingShort: 'missing',
  notApplying: 'Not for this aircraft',
  why: 'Why?',
  table: 'Table',
  show: (item: string) => `Show item ${item}`,
  whereUsed: (number: string) => `Where ${number} is used`,
  summary: 'Summary',
  warnings: 'Warnings',
  cautions: 'Cautions',
}

interface Given {
  references?: ViewReference[]
  figures?: ViewFigure[]
  reasons?: { id: string; highlighted: boolean; text: string }[]
}

function draw(html: string, { references = [], figures = [], reasons = [] }: Given = {}) {
  const prepared = prepare(
    { html, references, figures, reasons },
    {
      hrefOf: ({ path }) => path && `#/library${path}`,
      hrefOfPart: (number) => `#/search?search=${number}`,
      texts,
    },
  )
  const host = document.createElement('div')
  host.append(prepared.content)
  return { host, figures: prepared.figures }
}

const pending = (inside: string) =>
  `<p><span class="s1d-ref" data-kind="dm" data-state="pending" data-ref="0">${inside}</span></p>`
const code = '<span class="s1d-gen"> </span><span class="s1d-ref-code s1d-gen">DMC-A</span>'

describe('references', () => {
  it('become links, with the title of the target where the author wrote none', () => {
    const found: ViewReference = {
      state: 'found',
      code: 'DMC-A',
      title: 'Hoist',
      path: '/H160/MEL/DMC-A.XML',
    }
    const link = draw(pending(code), { references: [found] }).host.querySelector('a')
    expect(link?.getAttribute('href')).toBe('#/library/H160/MEL/DMC-A.XML')
    expect(link?.textContent).toBe('Hoist  DMC-A')
    expect(link?.dataset.state).toBe('found')
    const written = draw(pending(`Winch${code}`), { references: [found] }).host
    expect(written.textContent).toBe('Winch DMC-A')
  })

  it('that lead nowhere say so to eye and ear', () => {
    const { host } = draw(pending(code), { references: [{ state: 'missing', code: 'DMC-A' }] })
    expect(host.querySelector('a')).toBeNull()
    const lost = host.querySelector<HTMLElement>('.s1d-dangling')
    expect(lost?.title).toBe('DMC-A is not in the library')
    expect(lost?.textContent).toContain('(missing)')
  })

  it('to an alternate that does not apply are greyed', () => {
    const { host } = draw(`<ul><li>${pending(code)}</li></ul>`, {
      references: [{ state: 'found', code: 'DMC-A', path: '/H160/MEL/A.XML', applies: 'no' }],
    })
    expect(host.querySelector('li')?.dataset.applic).toBe('no')
  })
})

describe('pieces', () => {
  it('with an annotation can be asked why', () => {
    const { host } = draw(
      '<p data-applic="no" data-applic-id="app-1" class="s1d-hidden s1d-gen">Not shown: model 2</p>',
    )
    const button = host.querySelector('button')
    expect(button?.dataset.why).toBe('app-1')
    expect(button?.textContent).toBe('Not shown: model 2')
  })

  it('that were changed say why', () => {
    const { host } = draw('<p data-change="modify" data-reasons="r1 r2">x</p>', {
      reasons: [
        { id: 'r1', highlighted: true, text: 'New torque' },
        { id: 'r3', highlighted: false, text: 'Spelling' },
      ],
    })
    expect(host.querySelector('p')?.title).toBe('New torque')
  })

  it('get a place for their picture', () => {
    const figure: ViewFigure = { number: '1', title: 'Hoist', icn: 'ICN-1', state: 'found', hotspots: [] }
    const { host, figures } = draw(
      '<div class="s1d-graphic" data-figure="0" data-state="pending"><span class="s1d-graphic-note s1d-gen">ICN-1</span></div>',
      { figures: [figure] },
    )
    expect(figures).toEqual([{ index: 0, figure, element: host.querySelector('.rd-picture') }])
    expect(host.querySelector('.s1d-graphic-note')).toBeNull()
  })
})

describe('parts lists', () => {
  const row =
    '<table class="s1d-records s1d-parts"><tbody id="s1d-csn-1"><tr><td><span class="s1d-number s1d-gen">01 002</span></td>' +
    '<td><span class="s1d-ref" data-kind="partRef"><span class="s1d-attr s1d-gen s1d-named">P-200</span></span></td></tr></tbody></table>'

  it('have a button for each item that waits for its drawing, and a link to where each part is used', () => {
    const { host } = draw(row)
    const button = host.querySelector('button')
    expect(button?.dataset.item).toBe('s1d-csn-1')
    expect(button?.textContent).toBe('01 002')
    expect(button?.disabled).toBe(true)
    const link = host.querySelector('a')
    expect(link?.getAttribute('href')).toBe('#/search?search=P-200')
    expect(link?.title).toBe('Where P-200 is used')
  })
})
