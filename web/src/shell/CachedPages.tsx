import { Activity, type ContextType, type ReactNode, useContext, useState } from 'react'
import { UNSAFE_LocationContext, useOutlet } from 'react-router'
import { useRouteHandle } from './routeHandle'

export type CachedPage = 'search' | 'overview' | 'compliance'

type RouterLocation = ContextType<typeof UNSAFE_LocationContext>

interface CachedEntry {
  outlet: ReactNode
  location: RouterLocation
}

const noneKept: ReadonlyMap<CachedPage, CachedEntry> = new Map()

/**
 * The page of the current route. Search, Overview and Compliance stay in memory when left, with what was typed in
 * them, and see the address they were left at until the user returns.
 */
export function CachedPages() {
  const outlet = useOutlet()
  const location = useContext(UNSAFE_LocationContext)
  const shown = useRouteHandle()?.keep
  const [kept, setKept] = useState(noneKept)
  if (shown && kept.get(shown)?.location !== location) {
    setKept(new Map(kept).set(shown, { outlet, location }))
  }
  return (
    <>
      {[...kept].map(([page, left]) => (
        <Activity key={page} mode={page === shown ? 'visible' : 'hidden'}>
          <UNSAFE_LocationContext.Provider value={page === shown ? location : left.location}>
            {page === shown ? outlet : left.outlet}
          </UNSAFE_LocationContext.Provider>
        </Activity>
      ))}
      {!shown && outlet}
    </>
  )
}
