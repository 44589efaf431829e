import { describe, expect, it } from 'vitest'
import { prepareChanges } from './changes'
import { addTaskSummary } from './taskSummary'

function article(html: string): HTMLElement {
  const host = document.createElement('div')
  host.innerHTML = `<article class="s1d-module">${html}</article>`
  return host
}

describe('changes', () => {
  it('say why to the keyboard too, and their list leads to them', () => {
    const host = article(
      '<p id="p1" data-change="modify" data-reasons="r1">Torque 45 Nm</p>' +
        '<details class="s1d-reasons"><ul><li data-reasons="r1">New torque</li></ul></details>',
    )
    prepareChanges(host, [{ id: 'r1', highlighted: true, text: 'New torque' }])
    const changed = host.querySelector<HTMLElement>('#p1')
    expect([changed?.title, changed?.tabIndex]).toEqual(['New torque', 0])
    const link = host.querySelector<HTMLElement>('li a')
    expect([link?.dataset.target, link?.textContent]).toEqual(['p1', 'Torque 45 Nm'])
  })
})

describe('the summary of a task', () => {
  const texts = { summary: 'Summary', warnings: 'Warnings', cautions: 'Cautions' }
  const step = '<ol><li class="s1d-step" id="s1"><p>Go.</p></li></ol>'
  const warning = (id: string) =>
    `<aside class="s1d-warning" id="${id}"><div class="s1d-safety-title">Warning</div><p>Hot oil.</p></aside>`
  const tools =
    '<div class="s1d-group"><h3 class="s1d-title">Support equipment</h3><table class="s1d-records s1d-supplies"><tbody>' +
    '<tr id="t1"><td>Wrench</td><td>W-1</td><td>1</td><td></td></tr></tbody></table></div>'

  it('names each warning once and each tool, with links', () => {
    const host = article(warning('w1') + warning('w2') + tools + step)
    addTaskSummary(host, texts)
    expect(host.querySelector('summary')?.textContent).toBe('Summary: Warnings 1 · Support equipment 1')
    const links = [...host.querySelectorAll<HTMLElement>('.rd-summary a')]
    expect(links.map(({ dataset, textContent }) => [dataset.target, textContent])).toEqual([
      ['w1', 'Hot oil.'],
      ['t1', 'Wrench, W-1, 1'],
    ])
  })

  it('names nothing that is for other aircraft', () => {
    const other = `<div data-applic="no">${warning('w3').replace('Hot oil', 'Fuel')}${tools}</div>`
    const host = article(warning('w1') + other + step)
    addTaskSummary(host, texts)
    expect(host.querySelector('summary')?.textContent).toBe('Summary: Warnings 1')
  })

  it('is left out where there are no steps or nothing to name', () => {
    for (const html of [warning('w1'), step]) {
      const host = article(html)
      addTaskSummary(host, texts)
      expect(host.querySelector('.rd-summary')).toBeNull()
    }
  })
})
