import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { isOwnPlace } from '@/lib/paths'
import { useStore } from '@/ui/store'
import type { Saver } from './saving/saver'

export interface Leaving {
  /** True while the user is asked. */
  isAsking: boolean
  /** The browser has the text that is left. */
  isKept: boolean
  leave: () => void
  stay: () => void
}

/**
 * Saves before another page opens, and asks only when that fails. The router can hold back its own navigations; links
 * and the browser's Back are held back by the browser, where it can do that.
 */
export function useLeaving(saver: Saver): Leaving {
  const isKept = useStore(saver.isKept)
  const [go, setGo] = useState<{ on: () => void; back: () => void }>()
  const agreed = useRef(false)
  const isHeld = () => !agreed.current && saver.hasUnconfirmed()
  const hold = useRef((on: () => void, back: () => void) => {
    const proceed = () => {
      agreed.current = true
      on()
    }
    void saver.flush().then((saved) => (saved === undefined ? setGo({ on: proceed, back }) : proceed()))
  })
  const blocker = useBlocker(
    ({ historyAction, nextLocation }) =>
      // The sign-in page of an expired session must come; the text is kept in the browser.
      historyAction !== 'POP' && isOwnPlace(nextLocation.pathname) && isHeld(),
  )
  useEffect(() => {
    if (blocker.state === 'blocked') hold.current(blocker.proceed, blocker.reset)
  }, [blocker])
  useEffect(() => {
    const { navigation } = window
    if (!navigation) return
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, destination } = event
      const isBack = navigationType === 'traverse'
      if (!event.cancelable || !(isBack || event.hashChange) || agreed.current || !saver.hasUnconfirmed())
        return
      event.preventDefault()
      const { key, url } = destination
      hold.current(
        () => (isBack ? navigation.traverseTo(key) : navigation.navigate(url)),
        () => undefined,
      )
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [saver])
  const settle = (then: 'on' | 'back') => () => {
    setGo(undefined)
    go?.[then]()
  }
  return { isAsking: go !== undefined, isKept, leave: settle('on'), stay: settle('back') }
}
