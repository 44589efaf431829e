import { type FocusEventHandler, type PointerEventHandler, useEffect, useRef, useState } from 'react'

interface HoldProps {
  onPointerEnter: PointerEventHandler
  onPointerLeave: PointerEventHandler
  onFocus: FocusEventHandler
  onBlur: FocusEventHandler
}

/**
 * Calls `hide` after `delay` (never when undefined); pointer or focus on the element holds it and starts the time anew,
 * as does another `round`.
 */
export function useAutoHide(delay: number | undefined, hide: () => void, round = 0): HoldProps {
  const [held, setHeld] = useState(false)
  const latest = useRef(hide)
  useEffect(() => {
    latest.current = hide
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round starts the time anew.
  useEffect(() => {
    if (delay === undefined || held) return
    const timer = setTimeout(() => latest.current(), delay)
    return () => clearTimeout(timer)
  }, [delay, held, round])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release }
}
