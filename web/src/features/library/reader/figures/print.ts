/** Prints a picture of the page alone. */
export function printOnly(element: HTMLElement): void {
  const copy = element.querySelector('.pv-content')?.cloneNode(true)
  const drawing = element.querySelector('.pv-drawing')?.shadowRoot?.querySelector('svg')
  printAlone('picture', drawing ? drawing.cloneNode(true) : copy)
}

/** Prints something that is not on the page, and nothing else. */
export function printAlone(what: 'picture' | 'card', content: Node | undefined): void {
  const frame = document.createElement('div')
  frame.className = 'pv-print'
  if (content) frame.append(content)
  document.body.append(frame)
  document.documentElement.dataset.printing = what
  try {
    window.print()
  } finally {
    delete document.documentElement.dataset.printing
    frame.remove()
  }
}
