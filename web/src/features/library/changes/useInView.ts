import { useEffect, useRef } from 'react'

/** Calls back when an element comes near the window. */
export function useInView(onView: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onView)
  useEffect(() => {
    latest.current = onView
  })
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return element
}
