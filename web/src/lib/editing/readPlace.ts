import { useEffect } from 'react'

let find: () => string | undefined = () => undefined
let named: string | undefined

/** Tells which paragraph of the module on the page is read, by its id: the editor opens there. */
export function useReadPlace(current: () => string | undefined): void {
  useEffect(() => {
    find = current
    return () => {
      find = () => undefined
    }
  }, [current])
}

/** The paragraph that is read. */
export const readPlace = (): string | undefined => named ?? find()

/** Runs an action about one paragraph, whichever is read. */
export function atPlace(id: string, run: () => void): void {
  named = id
  run()
  named = undefined
}
