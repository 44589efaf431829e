import { type RefObject, useEffect, useRef } from 'react'
import { isPlainKey, singleKeysOn } from '@/lib/singleKeys'

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 }

interface ReviewKeysOptions {
  frame: RefObject<HTMLElement | null>
  /** Presses the button of the entry that has the focus; the keys are those of its `data-key` attributes. */
  enabled: boolean
}

/** J and K go through the entries of the work list; other keys press the buttons of the entry with the focus. */
export function useReviewKeys({ frame, enabled }: ReviewKeysOptions): void {
  // An entry that leaves the list with its decision takes the focus with it.
  const row = useRef(0)
  useEffect(() => {
    const entries = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-review]') ?? [])]
    const focused = () => entries().find((entry) => entry.contains(document.activeElement))
    const move = (step: number) => {
      const all = entries()
      const from = focused()
      const again = Math.min(Math.max(0, step < 0 ? row.current - 1 : row.current), all.length - 1)
      const next = all[from ? all.indexOf(from) + step : again]
      if (!next) return
      row.current = all.indexOf(next)
      next.querySelector('a')?.focus()
    }
    const onKey = (event: KeyboardEvent) => {
      if (!singleKeysOn() || !isPlainKey(event)) return
      const step = steps[event.key]
      if (step !== undefined) {
        move(step)
        event.preventDefault()
        return
      }
      const entry = focused()
      const buttons = enabled ? (entry?.querySelectorAll<HTMLElement>('button[data-key]') ?? []) : []
      const button = [...buttons].find(({ dataset }) => dataset.key === event.key)
      if (!entry || !button) return
      row.current = entries().indexOf(entry)
      if (!event.repeat) button.click()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, enabled])
}
