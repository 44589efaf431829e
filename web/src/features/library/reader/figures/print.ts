/** Prints one element of the page alone. */
export function printOnly(element: HTMLElement): void {
  const frame = document.createElement('div')
  frame.className = 'pv-print'
  const copy = element.querySelector('.pv-content')?.cloneNode(true)
  const drawing = element.querySelector('.pv-drawing')?.shadowRoot?.querySelector('svg')
  if (drawing) frame.append(drawing.cloneNode(true))
  else if (copy) frame.append(copy)
  document.body.append(frame)
  document.documentElement.dataset.printing = 'picture'
  try {
    window.print()
  } finally {
    delete document.documentElement.dataset.printing
    frame.remove()
  }
}
