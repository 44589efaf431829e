import { useEffect, useState } from 'react'

/** Whether the element's content is wider than the element, so that it has to be scrolled sideways. */
export function useOverflow(element: HTMLElement | null): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
