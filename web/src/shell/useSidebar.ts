import { useCallback, useState } from 'react'
import { useMediaQuery } from '@/ui/useMediaQuery'
import { useOnNavigation } from './useOnNavigation'

const storageKey = 'airfolio.sidebar'
/** The specification's mobile breakpoint is 992 px. */
export const narrowQuery = '(max-width: 991.98px)'

export interface SidebarState {
  visible: boolean
  /** On a narrow window the sidebar lies over the page. */
  covering: boolean
  toggle: () => void
  close: () => void
}

/** Whether the sidebar is there: on wide windows as the user left it, on narrow ones only while it is asked for. */
export function useSidebar(): SidebarState {
  const narrow = useMediaQuery(narrowQuery)
  const [wanted, setWanted] = useState(() => localStorage.getItem(storageKey) !== 'hidden')
  const [over, setOver] = useState(false)
  const close = useCallback(() => setOver(false), [])
  const toggle = useCallback(() => {
    if (narrow) {
      setOver((open) => !open)
      return
    }
    localStorage.setItem(storageKey, wanted ? 'hidden' : 'shown')
    setWanted(!wanted)
  }, [narrow, wanted])
  useOnNavigation(close)
  // A window made wide and narrow again starts uncovered.
  if (!narrow && over) setOver(false)
  return { visible: narrow ? over : wanted, covering: narrow && over, toggle, close }
}
