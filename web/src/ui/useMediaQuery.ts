import { useSyncExternalStore } from 'react'

/** Windows below Bootstrap's `md`, where a row has room for one button only. */
export const narrowQuery = '(max-width: 767.98px)'

/** Whether a media query holds, now and whenever the window changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
