import type { KeyboardEvent } from 'react'

const tabbableSelector = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled):not([type="hidden"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex="0"]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join(', ')

export function tabbable(within: HTMLElement): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('*')].filter((element) => element.matches(tabbableSelector))
}

export function firstField(within: HTMLElement): HTMLElement | null {
  return within.querySelector<HTMLElement>(
    'input:not(:disabled):not([type="hidden"]):not([readonly]), select:not(:disabled), textarea:not(:disabled)',
  )
}

const namedParts = 'table[aria-label], section[aria-label], [role="region"], main'

/** The element and the named parts around it, the nearest first: where the focus goes when the element has gone. */
export function withPartsAround(element: HTMLElement): HTMLElement[] {
  const parts = [element]
  let part = element.parentElement?.closest<HTMLElement>(namedParts)
  while (part) {
    parts.push(part)
    part = part.parentElement?.closest<HTMLElement>(namedParts)
  }
  return parts
}

/** Puts the focus on the first of `parts` that is still there. */
export function focusFirst([element, ...parts]: readonly HTMLElement[]): void {
  if (element?.isConnected) {
    element.focus()
    return
  }
  const part = parts.find(({ isConnected }) => isConnected)
  if (!part) return
  if (part.matches(namedParts) && !part.hasAttribute('tabindex')) part.tabIndex = -1
  part.focus({ preventScroll: true })
}

/** Keeps Tab inside `within`. */
export function wrapTab(event: KeyboardEvent, within: HTMLElement): void {
  if (event.key !== 'Tab') return
  const all = tabbable(within)
  const first = all[0]
  const last = all.at(-1)
  const leaving = event.shiftKey ? first : last
  const next = event.shiftKey ? last : first
  if (document.activeElement === leaving || document.activeElement === within) {
    event.preventDefault()
    next?.focus()
  }
}

/** Puts the focus on the nearest search field, or else filter, before `control` goes away with the filters. */
export function focusFilters(control: HTMLElement): void {
  for (let part = control.parentElement; part; part = part.parentElement) {
    const field = part.querySelector<HTMLElement>('input[type="search"]:not(:disabled)') ?? firstField(part)
    if (field) {
      field.focus()
      return
    }
    if (part.matches('main, [role="dialog"]')) return
  }
}
