import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

// After a change of the module's language the reading position stays.
const languageAtEnd = /_[a-z]{2,3}-[A-Z]{2}$/

const moduleOrRequirement = (params: URLSearchParams): string | undefined =>
  params.get('dm')?.replace(languageAtEnd, '') ?? params.get('item') ?? undefined

/**
 * After a navigation from the frame the focus and the view move to the page, as they would with a page of its own.
 * A move inside the page, such as from tab to tab, leaves them where they are; the next module or requirement begins at
 * its beginning. `itemOf` names what the address shows on the page.
 */
export function useFocusFollowsPage(main: RefObject<HTMLElement | null>, itemOf = moduleOrRequirement): void {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  const item = itemOf(params)
  const toParagraph = params.has('at')
  const before = useRef({ pathname, item })
  useEffect(() => {
    const left = before.current
    before.current = { pathname, item }
    const samePage = left.pathname === pathname
    if (samePage && left.item === item) return
    const active = document.activeElement
    // A dialog that the address opened has the focus already.
    if (!main.current || active?.closest('[aria-modal="true"]')) return
    const inside = active !== main.current && main.current.contains(active)
    // A new page that has put the focus on one of its fields shows that field, and the reader the paragraph that a link
    // leads to. A paragraph that is not there leaves the module at its beginning.
    if (inside && (!samePage || toParagraph)) return
    // Navigation from the tree leaves the focus in the tree.
    if (!inside && !active?.closest('[role="tree"]')) main.current.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname, item, toParagraph, main])
}
