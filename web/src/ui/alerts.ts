import { createStore } from './store'
import type { Tone } from './tone'

export interface Alert {
  tone: Tone
  /** What it is about, in a line of its own above the text. */
  title?: string
  text: string
  /** Stays until the user closes it. */
  dismissible?: boolean
  links?: readonly { text: string; href: string }[]
  action?: { text: string; onSelect: () => void }
}

export interface ShownAlert extends Alert {
  id: number
}

export const alertStore = createStore<readonly ShownAlert[]>([])
let lastId = 0

export function showAlert(alert: Alert): number {
  lastId += 1
  alertStore.set([...alertStore.get(), { ...alert, id: lastId }])
  return lastId
}

export function dismissAlert(id: number): void {
  alertStore.set(alertStore.get().filter((alert) => alert.id !== id))
}

export function clearAlerts(): void {
  alertStore.set([])
}
