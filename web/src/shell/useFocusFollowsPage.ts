import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation from the frame the focus and the view move to the page, as they would with a page of its own.
 * A move inside the page, such as from tab to tab, leaves them where they are.
 */
export function useFocusFollowsPage(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const active = document.activeElement
    // A dialog that the address opened has the focus already.
    if (!main.current || main.current.contains(active) || active?.closest('[aria-modal="true"]')) return
    // Whoever walks through the tree goes on walking: each entry shows its page beside it.
    if (!active?.closest('[role="tree"]')) main.current.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname, main])
}
