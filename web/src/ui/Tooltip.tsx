import type { Placement } from '@popperjs/core'
import { cloneElement, type ReactElement } from 'react'
import { useTooltip } from './useTooltip'

interface TooltipProps {
  text: string
  /** One focusable element. */
  children: ReactElement<{ 'aria-describedby'?: string }>
  placement?: Placement
}

export function Tooltip({ text, children, placement }: TooltipProps) {
  const { anchorRef, id, tooltip } = useTooltip(text, placement)
  return (
    <span ref={anchorRef} className="d-inline-flex">
      {cloneElement(children, { 'aria-describedby': id })}
      {tooltip}
    </span>
  )
}
