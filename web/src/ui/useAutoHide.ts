import { type FocusEventHandler, type PointerEventHandler, useEffect, useRef, useState } from 'react'

interface HoldProps {
  onPointerEnter: PointerEventHandler
  onPointerLeave: PointerEventHandler
  onFocus: FocusEventHandler
  onBlur: FocusEventHandler
}

/** Calls `hide` after `delay` (never when undefined); pointer or focus on the element holds it and starts the time anew. */
export function useAutoHide(delay: number | undefined, hide: () => void): HoldProps {
  const [held, setHeld] = useState(false)
  const latest = useRef(hide)
  useEffect(() => {
    latest.current = hide
  })
  useEffect(() => {
    if (delay === undefined || held) return
    const timer = setTimeout(() => latest.current(), delay)
    return () => clearTimeout(timer)
  }, [delay, held])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release }
}
