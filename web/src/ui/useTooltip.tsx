import type { Placement } from '@popperjs/core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useFloat, usePresence } from './floating'

const tooltipDistance = 6

interface TooltipHandle {
  anchorRef: (element: HTMLElement | null) => void
  /** Set while the text is in the page; for `aria-describedby`. */
  id: string | undefined
  tooltip: ReactNode
}

/** Shows `text` beside the anchor while it is hovered or focused; Escape hides it, and the text itself may be hovered. */
export function useTooltip(text: string | undefined, placement: Placement = 'top'): TooltipHandle {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [floating, setFloating] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const present = usePresence(open && text !== undefined)
  useFloat(anchor, floating, { placement, distance: tooltipDistance })

  const hasText = text !== undefined
  useEffect(() => {
    if (!anchor || !hasText) {
      setOpen(false)
      return
    }
    const show = () => setOpen(true)
    const hide = () => setOpen(false)
    // Not for the focus that a closing dialog gives back after a click.
    const showForKeyboard = () => anchor.matches(':focus-visible, :has(:focus-visible)') && show()
    const wiring = new AbortController()
    const { signal } = wiring
    for (const element of [anchor, floating]) {
      element?.addEventListener('pointerenter', show, { signal })
      element?.addEventListener('pointerleave', hide, { signal })
    }
    anchor.addEventListener('focusin', showForKeyboard, { signal })
    anchor.addEventListener('focusout', hide, { signal })
    // The pointer may be there already, as when a click closes an action.
    if (anchor.matches(':hover')) show()
    return () => wiring.abort()
  }, [anchor, floating, hasText])

  useEffect(() => {
    if (!open) return
    const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', hideOnEscape)
    return () => document.removeEventListener('keydown', hideOnEscape)
  }, [open])

  const tooltip =
    text !== undefined && present ? (
      <span ref={setFloating} id={id} role="tooltip" className="af-floating af-tooltip" data-open={open}>
        {text}
      </span>
    ) : null
  return { anchorRef: setAnchor, id: tooltip ? id : undefined, tooltip }
}
