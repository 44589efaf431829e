import { useEffect } from 'react'

const nowhere = () => undefined

let find: () => string | undefined = nowhere
let named: string | undefined

/** Tells which paragraph of the module on the page is read, by its id: the editor opens there. */
export function useReadPlace(current: () => string | undefined): void {
  useEffect(() => {
    find = current
    return () => {
      // Another page may be shown by now.
      if (find === current) find = nowhere
    }
  }, [current])
}

/** The paragraph that is read. */
export const readPlace = (): string | undefined => named ?? find()

/** Runs an action about one paragraph, whichever is read. */
export function atPlace(id: string, run: () => void): void {
  named = id
  try {
    run()
  } finally {
    named = undefined
  }
}
