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
