import { useEffect } from 'react'

// Dialogs whose text would be lost.
let held = 0

/** Marks the page as unsaved while `holds` is true. */
export function useUnsaved(holds: boolean): void {
  useEffect(() => {
    if (!holds) return
    held += 1
    return () => {
      held -= 1
    }
  }, [holds])
}

export const hasUnsaved = () => held > 0
