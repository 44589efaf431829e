import type { Placement } from '@popperjs/core'
import {
  cloneElement,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { useDismiss, useFloat, usePresence } from './floating'

const popoverDistance = 8

interface TriggerProps {
  onClick?: MouseEventHandler
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'dialog'
  'aria-controls'?: string
}

interface PopoverProps {
  /** Names the panel for screen readers. */
  label: string
  content: ReactNode
  /** The button that opens it. */
  children: ReactElement<TriggerProps>
  placement?: Placement
}

export function Popover({ label, content, children, placement = 'bottom' }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const present = usePresence(open)
  useFloat(anchor, panel, { placement, distance: popoverDistance })
  useDismiss(open, [anchor, panel], () => {
    setOpen(false)
    if (panel?.contains(document.activeElement)) anchor?.querySelector('button')?.focus()
  })

  return (
    <span ref={setAnchor} className="d-inline-flex">
      {cloneElement(children, {
        onClick: () => setOpen(!open),
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
        'aria-controls': open ? id : undefined,
      })}
      {present && (
        <div
          ref={setPanel}
          id={id}
          role="dialog"
          aria-label={label}
          className="af-floating af-popover"
          data-open={open}
        >
          {content}
        </div>
      )}
    </span>
  )
}
