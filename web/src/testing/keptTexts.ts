import type { KeptText } from '@/lib/editing/keptTexts'

// Stands in for idb-keyval: jsdom has no IndexedDB.

export const stored = new Map<string, KeptText>()

/** Whether the browser can store nothing more. */
export const storage = { isFull: false }

export const createStore = () => undefined
export const values = async () => [...stored.values()]
export const set = async (key: string, kept: KeptText) => {
  if (storage.isFull) throw new DOMException('The storage is full', 'QuotaExceededError')
  stored.set(key, kept)
}
export const del = async (key: string) => void stored.delete(key)
