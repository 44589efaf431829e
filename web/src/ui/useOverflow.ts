import { useEffect, useState } from 'react'

/** Whether the element's content is larger than the element, so that it has to be scrolled. */
export function useOverflow(element: HTMLElement | null): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    )
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
