import { useEffect } from 'react'
import type { ActionEntry } from '@/ui/menu'

let current: readonly ActionEntry[] = []

/** Offers the actions of the module on the page to the command palette, and the first one to the key `e`. */
export function usePageActions(actions: readonly ActionEntry[]): void {
  useEffect(() => {
    current = actions
    return () => {
      current = []
    }
  }, [actions])
}

const isOpen = ({ disabledReason }: ActionEntry) => disabledReason === undefined

/** The actions of the page that are open to the user. */
export const pageActions = () => current.filter(isOpen)

/** Runs the first action of the page, if it is open to the user. */
export function runFirstAction(): void {
  const [first] = current
  if (first && isOpen(first)) first.onSelect()
}
