/** The facts at the top of a job card, each with its label. */
export interface JobCardFacts {
  /** The title of the module. */
  title: string
  operator?: { name: string; logo?: string }
  /** Label and value. */
  facts: readonly (readonly [string, string])[]
  /** Sentences that the page shows beside the text: without them paper says less than the screen. */
  notices: readonly string[]
  /** The whole module does not apply. */
  isGreyed: boolean
}

export interface JobCardTexts {
  title: string
  uncontrolled: string
  /** The columns for signatures. */
  signatures: readonly string[]
}

/** A module as a job card: its head is repeated on each page, and each step has room for signatures. */
export function jobCard(article: HTMLElement, card: JobCardFacts, texts: JobCardTexts): HTMLElement {
  const content = copyOf(article)
  for (const step of content.querySelectorAll<HTMLElement>('.s1d-step')) {
    // A step with steps of its own is signed step by step.
    if (!step.querySelector('.s1d-step')) step.append(signatures(texts.signatures))
  }
  const table = make('table', 'jc')
  if (card.isGreyed) table.dataset.outside = 'greyed'
  const cell = (part: 'thead' | 'tbody', ...inside: Node[]) => {
    const td = make('td')
    td.append(...inside)
    const row = make('tr')
    row.append(td)
    const group = make(part)
    group.append(row)
    table.append(group)
  }
  cell('thead', head(card, texts))
  cell('tbody', content)
  return table
}

function head({ title, operator, facts, notices }: JobCardFacts, texts: JobCardTexts): HTMLElement {
  const owner = make('div', 'jc-operator')
  if (operator?.logo) {
    const logo = make('img')
    logo.src = operator.logo
    logo.alt = ''
    owner.append(logo)
  }
  owner.append(make('strong', '', operator?.name))
  const list = make('dl', 'jc-facts')
  for (const [label, value] of facts) {
    const pair = make('div')
    pair.append(make('dt', '', label), make('dd', '', value))
    list.append(pair)
  }
  const line = make('div', 'jc-line')
  line.append(
    owner,
    make('span', 'jc-title', texts.title),
    make('span', 'jc-uncontrolled', texts.uncontrolled),
  )
  const all = make('div', 'jc-head')
  all.append(line, make('h1', 'jc-name', title), list)
  for (const notice of notices) all.append(make('p', 'jc-notice', notice))
  return all
}

function signatures(names: readonly string[]): HTMLElement {
  const boxes = make('div', 'jc-sign')
  for (const name of names) boxes.append(make('span', '', name))
  return boxes
}

/** The text of an article without controls and its summary, which repeats it, with its drawings and nothing folded. */
function copyOf(article: HTMLElement): HTMLElement {
  const copy = article.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return make('div')
  const drawings = [...article.querySelectorAll('.pv-drawing')]
  for (const [index, place] of copy.querySelectorAll('.pv-drawing').entries()) {
    const drawing = drawings[index]?.shadowRoot?.querySelector('svg')
    if (drawing) place.replaceWith(drawing.cloneNode(true))
  }
  for (const control of copy.querySelectorAll('.pv-tools, .rd-tools, .rd-summary')) control.remove()
  for (const folded of copy.querySelectorAll('details')) folded.open = true
  // The ids belong to the article on the screen.
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id')
  return copy
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className = '', text = '') {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.textContent = text
  return element
}
