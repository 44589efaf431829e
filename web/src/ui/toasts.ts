import { createStore } from './store'
import type { Tone } from './tone'

export interface Toast {
  tone: Tone
  text: string
  title?: string
}

export interface ActiveToast extends Toast {
  id: number
}

export const toastStore = createStore<readonly ActiveToast[]>([])
let lastId = 0

/** Shows a message as the newest; one that says the same already makes room for it. */
export function showToast(toast: Toast): number {
  lastId += 1
  const others = toastStore
    .get()
    .filter(({ tone, title, text }) => tone !== toast.tone || title !== toast.title || text !== toast.text)
  toastStore.set([...others, { ...toast, id: lastId }])
  return lastId
}

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}
