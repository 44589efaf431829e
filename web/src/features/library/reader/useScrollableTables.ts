import { type RefObject, useEffect } from 'react'

/** Tables wider than the text are scrolled by the keyboard too. */
export function useScrollableTables(host: RefObject<HTMLElement | null>, drawn: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tables come with another drawing.
  useEffect(() => {
    if (!host.current) return
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) if (target instanceof HTMLElement) mark(target)
    })
    for (const frame of host.current.querySelectorAll('.s1d-table-wrap')) observer.observe(frame)
    return () => observer.disconnect()
  }, [host, drawn])
}

function mark(frame: HTMLElement): void {
  if (frame.scrollWidth > frame.clientWidth) {
    frame.tabIndex = 0
    frame.setAttribute('role', 'region')
    frame.setAttribute('aria-label', frame.dataset.name ?? '')
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) frame.removeAttribute(name)
  }
}
