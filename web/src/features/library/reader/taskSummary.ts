interface SummaryTexts {
  summary: string
  warnings: string
  cautions: string
}

/** At the top of a procedure: its warnings, cautions, tools, consumables and spares, with links to them. */
export function addTaskSummary(content: ParentNode, texts: SummaryTexts): void {
  const module = content.querySelector('.s1d-module')
  if (!module?.querySelector('.s1d-step')) return
  const groups = [
    { name: texts.warnings, links: safety(module, '.s1d-warning, .s1d-danger') },
    { name: texts.cautions, links: safety(module, '.s1d-caution') },
    ...supplies(module),
  ].filter(({ links }) => links.length > 0)
  if (groups.length === 0) return
  const panel = document.createElement('details')
  panel.className = 'rd-summary s1d-gen'
  const title = document.createElement('summary')
  title.textContent = `${texts.summary}: ${groups.map(({ name, links }) => `${name} ${links.length}`).join(' · ')}`
  panel.append(title)
  for (const { name, links } of groups) panel.append(listOf(name, links))
  module.prepend(panel)
}

/** The elements of a module that are not in a part for other aircraft. */
function applying(module: Element, within: ParentNode, selector: string): HTMLElement[] {
  const isOutside = (element: Element) => {
    const part = element.closest('[data-applic="no"]')
    return part !== null && !part.contains(module)
  }
  return [...within.querySelectorAll<HTMLElement>(selector)].filter((element) => !isOutside(element))
}

/** Each warning once, however often it is repeated. */
function safety(module: Element, selector: string): HTMLElement[] {
  const byText = new Map<string, HTMLElement>()
  for (const aside of applying(module, module, selector)) {
    const title = aside.querySelector('.s1d-safety-title')?.textContent ?? ''
    const text = (aside.textContent ?? '').slice(title.length).trim()
    const target = aside.id || aside.closest<HTMLElement>('[id]')?.id
    if (text !== '' && target && !byText.has(text)) byText.set(text, linkTo(target, text))
  }
  return [...byText.values()]
}

/** The rows of each table of things that a job requires, below the heading of the table. */
function supplies(module: Element): { name: string; links: HTMLElement[] }[] {
  return [...module.querySelectorAll<HTMLElement>('table.s1d-supplies')].map((table) => {
    const heading = table.closest('.s1d-group')?.querySelector('.s1d-title')
    const links = applying(module, table, 'tbody > tr[id]').map((row) => {
      const cells = [...row.children].map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())
      return linkTo(row.id, cells.filter(Boolean).join(', '))
    })
    return { name: heading?.textContent ?? '', links }
  })
}

function linkTo(id: string, text: string): HTMLElement {
  const link = document.createElement('a')
  link.href = `#${id}`
  link.dataset.target = id
  link.textContent = text
  return link
}

function listOf(name: string, links: HTMLElement[]): HTMLElement {
  const group = document.createElement('div')
  const heading = document.createElement('strong')
  heading.textContent = name
  const list = document.createElement('ul')
  for (const link of links) {
    const entry = document.createElement('li')
    entry.append(link)
    list.append(entry)
  }
  group.append(heading, list)
  return group
}
