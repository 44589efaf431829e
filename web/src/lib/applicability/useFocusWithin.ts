import { useRef } from 'react'
import { flushSync } from 'react-dom'

/** Moves the focus within a list after a change of it: a removed row would leave the focus nowhere. */
export function useFocusWithin<Holder extends HTMLElement>() {
  const holder = useRef<Holder>(null)
  return {
    holder,
    /** Makes a change and focuses the first element that a selector finds afterwards. */
    changeAndFocus: (change: () => void, selector: string) => {
      flushSync(change)
      holder.current?.querySelector<HTMLElement>(selector)?.focus()
    },
  }
}
