import type { Me } from '@/api/types'
import { can } from '@/lib/can'
import { paths } from '@/lib/paths'
import { createStore, useStore } from '@/ui/store'

/** `g` and then one of these letters goes to the page. */
export const goKeys: readonly { key: string; labelKey: string; path: string; may?: (me: Me) => boolean }[] = [
  { key: 'd', labelKey: 'shell.page.dashboard', path: paths.dashboard() },
  { key: 'l', labelKey: 'shell.sidebar.library', path: paths.library() },
  { key: 't', labelKey: 'shell.sidebar.tasks', path: paths.tasks() },
  { key: 'i', labelKey: 'shell.sidebar.import', path: paths.import() },
  { key: 's', labelKey: 'shell.sidebar.search', path: paths.search() },
  { key: 'c', labelKey: 'shell.sidebar.checkout', path: paths.checkout() },
  { key: 'b', labelKey: 'shell.sidebar.bookmarks', path: paths.bookmark() },
  { key: 'r', labelKey: 'shell.sidebar.recent', path: paths.recent() },
  { key: 'o', labelKey: 'shell.page.operators', path: paths.operators() },
  { key: 'a', labelKey: 'shell.sidebar.admin', path: paths.admin(), may: can.administer },
]

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
