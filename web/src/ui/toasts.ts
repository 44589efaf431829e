import { createStore } from './store'
import type { Tone } from './tone'

export interface Toast {
  tone: Tone
  text: string
  title?: string
}

export interface ShownToast extends Toast {
  id: number
}

export const toastStore = createStore<readonly ShownToast[]>([])
let lastId = 0

export function showToast(toast: Toast): number {
  lastId += 1
  toastStore.set([...toastStore.get(), { ...toast, id: lastId }])
  return lastId
}

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}
