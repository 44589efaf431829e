import { type RefObject, useEffect } from 'react'
import { focusFirst, withPartsAround } from '@/ui/focus'

/**
 * When what has the focus leaves the page, as a row that was deleted, the focus goes to the table or part that it was
 * in. The browser would put it on the document, and a screen reader would begin again at the top.
 */
export function useFocusStays(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = main.current
    if (!page) return
    let had: HTMLElement[] = []
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) had = withPartsAround(target)
    }
    // Some browsers send the event also while they remove the element: it is gone only afterwards.
    const onFocusOut = () =>
      queueMicrotask(() => {
        if (had[0]?.isConnected && document.activeElement !== had[0]) had = []
      })
    const watch = new MutationObserver(() => {
      if (had[0] === undefined || had[0].isConnected || document.activeElement !== document.body) return
      focusFirst(had)
    })
    page.addEventListener('focusin', onFocusIn)
    page.addEventListener('focusout', onFocusOut)
    watch.observe(page, { childList: true, subtree: true })
    return () => {
      page.removeEventListener('focusin', onFocusIn)
      page.removeEventListener('focusout', onFocusOut)
      watch.disconnect()
    }
  }, [main])
}
