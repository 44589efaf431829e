interface PartsOptions {
  /** The search for a part number. */
  hrefOfPart: (number: string) => string
  texts: { show: (item: string) => string; whereUsed: (number: string) => string }
}

/** The numbers of items become buttons, those of parts links to where they are used. */
export function preparePartsLists(content: ParentNode, { hrefOfPart, texts }: PartsOptions): void {
  for (const number of content.querySelectorAll('.s1d-parts > tbody[id] td:first-child > .s1d-number')) {
    const button = document.createElement('button')
    button.type = 'button'
    // Until a drawing turns out to contain the item.
    button.disabled = true
    button.className = 'rd-item'
    button.dataset.item = number.closest('tbody')?.id
    button.title = texts.show(number.textContent ?? '')
    number.replaceWith(button)
    button.append(number)
  }
  const names = content.querySelectorAll('.s1d-parts > tbody td:nth-child(2) .s1d-named')
  for (const name of names) {
    const number = name.textContent?.trim() ?? ''
    if (number === '' || name.closest('a')) continue
    const link = document.createElement('a')
    link.href = hrefOfPart(number)
    link.title = texts.whereUsed(number)
    name.replaceWith(link)
    link.append(name)
  }
}
