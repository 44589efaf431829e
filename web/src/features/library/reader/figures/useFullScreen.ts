import { type RefObject, useEffect, useState } from 'react'

/** Whether an element fills the screen, and a way to change it. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    const follow = () => setIsOn(element.current !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  const toggle = () => {
    // A browser that refuses leaves everything as it is.
    const done = isOn ? document.exitFullscreen() : element.current?.requestFullscreen()
    done?.catch(() => undefined)
  }
  return { isOn, toggle }
}
