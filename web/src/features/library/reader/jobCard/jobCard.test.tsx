import { describe, expect, it } from 'vitest'
import { jobCard } from './jobCard'

const texts = { title: 'Job card', uncontrolled: 'Uncontrolled copy', signatures: ['Mechanic', 'Inspector'] }

const plain = { title: 'Hoist', facts: [], notices: [], isGreyed: false }

function article(html: string): HTMLElement {
  const host = document.createElement('div')
  host.className = 'rd-article'
  host.innerHTML = html
  return host
}

describe('a job card', () => {
  const steps =
    '<details><summary>Warnings</summary></details><ol class="s1d-steps"><li class="s1d-step" id="s1"><p>Open.</p>' +
    '<ol class="s1d-steps"><li class="s1d-step"><p>Left.</p></li><li class="s1d-step"><p>Right.</p></li></ol></li></ol>'

  it('says whose it is, what it is for and that nobody keeps it up to date', () => {
    const operator = { name: 'Azure Bay', logo: 'data:image/png;base64,AA==' }
    const card = jobCard(article(steps), { ...plain, operator, facts: [['Effectivity', 'B-1234']] }, texts)
    const head = card.querySelector('thead')
    expect(head?.textContent).toBe('Azure BayJob cardUncontrolled copyHoistEffectivityB-1234')
    expect(head?.querySelector('img')?.getAttribute('src')).toBe(operator.logo)
  })

  it('has room for signatures at each step that is done', () => {
    const given = article(steps)
    const card = jobCard(given, plain, texts)
    const signed = [...card.querySelectorAll('.jc-sign')].map((each) => each.parentElement?.textContent)
    expect(signed).toEqual(['Left.MechanicInspector', 'Right.MechanicInspector'])
    expect(given.querySelector('.jc-sign')).toBeNull()
  })

  it('leaves out the summary, whose parts it contains', () => {
    const card = jobCard(article(`<details class="rd-summary">Spares</details>${steps}`), plain, texts)
    expect(card.querySelector('.rd-summary')).toBeNull()
  })

  it('folds nothing and repeats no id', () => {
    const card = jobCard(article(steps), plain, texts)
    expect(card.querySelector('details')?.open).toBe(true)
    expect(card.querySelector('[id]')).toBeNull()
  })
})
