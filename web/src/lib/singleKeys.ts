import { currentOverlay } from '@/lib/overlay'
import { createStore, useStore } from '@/ui/store'

const storageKey = 'airfolio.singleKeys'
const enabled = createStore(localStorage.getItem(storageKey) !== 'off')

/** Shortcuts of one plain key can be turned off: speech input and tremor press keys nobody meant (WCAG 2.1.4). */
export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  enabled.set(on)
}

export const singleKeysOn = enabled.get

export function useSingleKeys(): boolean {
  return useStore(enabled)
}

/** A key pressed for the page as a whole: not typed into a field, not for a dialog or a menu. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  if (currentOverlay().kind !== 'none') return false
  const { target } = event
  return !(
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]')
  )
}
