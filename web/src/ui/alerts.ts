import { createStore } from './store'
import type { Tone } from './tone'

export interface Alert {
  tone: Tone
  /** The subject, in a line of its own above the text. */
  title?: string
  /** The file or manual, where the title does not name it. */
  about?: string
  text: string
  /** Stays until the user closes it. */
  dismissible?: boolean
  links?: readonly { text: string; href: string }[]
  action?: { text: string; onSelect: () => void }
  /** The id of the object of its offer; the alert is dismissed together with it. */
  concerns?: string
}

export interface ActiveAlert extends Alert {
  id: number
  /** The number of times that the same alert was raised while it was shown. */
  times: number
}

export const alertStore = createStore<readonly ActiveAlert[]>([])
let lastId = 0

/** Shows a banner as the newest; an equal one is counted up and takes the new links. */
export function showAlert(alert: Alert): number {
  const shown = alertStore.get()
  const same = shown.find((each) => saysTheSame(each, alert))
  const id = same?.id ?? ++lastId
  const times = (same?.times ?? 0) + 1
  alertStore.set([...shown.filter((each) => each !== same), { ...alert, id, times }])
  return id
}

export function dismissAlert(id: number): void {
  alertStore.set(alertStore.get().filter((alert) => alert.id !== id))
}

export function dismissAlertsConcerning(id: string): void {
  alertStore.set(alertStore.get().filter(({ concerns }) => concerns !== id))
}

/** Dismisses the successes with a link to the page at `address`, which the user has opened by now. */
export function dismissSuccessesLinkedTo(address: string): void {
  const isThere = (href: string) =>
    address === href || address.startsWith(`${href}${href.includes('?') ? '&' : '?'}`)
  const followed = ({ tone, links = [] }: Alert) =>
    tone === 'success' && links.some(({ href }) => isThere(href))
  alertStore.set(alertStore.get().filter((alert) => !followed(alert)))
}

export function clearAlerts(): void {
  alertStore.set([])
}

const sayings = ['tone', 'title', 'about', 'text', 'concerns'] as const

function saysTheSame(a: Alert, b: Alert): boolean {
  return sayings.every((name) => a[name] === b[name])
}
