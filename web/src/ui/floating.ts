import { createPopper, type Placement } from '@popperjs/core'
import { useEffect, useLayoutEffect, useState } from 'react'

const removalDelay = 300

/** True while `open` and for the removal delay after it, so that what floats can fade before it leaves the page. */
export function usePresence(open: boolean): boolean {
  const [lingering, setLingering] = useState(open)
  useEffect(() => {
    if (open) {
      setLingering(true)
      return
    }
    const timer = setTimeout(() => setLingering(false), removalDelay)
    return () => clearTimeout(timer)
  }, [open])
  return open || lingering
}

export interface FloatOptions {
  placement: Placement
  /** Distance from the anchor in pixels. */
  distance: number
}

/** Keeps `floating` beside `anchor` while both are on the page. */
export function useFloat(
  anchor: HTMLElement | null,
  floating: HTMLElement | null,
  { placement, distance }: FloatOptions,
): void {
  useLayoutEffect(() => {
    if (!anchor || !floating) return
    const popper = createPopper(anchor, floating, {
      placement,
      strategy: 'fixed',
      modifiers: [{ name: 'offset', options: { offset: [0, distance] } }],
    })
    return () => popper.destroy()
  }, [anchor, floating, placement, distance])
}

/** Calls `close` for Escape and for a press outside of all given elements. */
export function useDismiss(
  open: boolean,
  inside: readonly (HTMLElement | null)[],
  close: (by: 'escape' | 'press') => void,
): void {
  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      const target = event.target
      if (target instanceof Node && !inside.some((element) => element?.contains(target))) close('press')
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A dialog below must stay open: this Escape was for what floats above it.
      event.stopPropagation()
      close('escape')
    }
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onKey, true)
    }
  })
}
