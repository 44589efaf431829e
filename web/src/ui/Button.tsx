import type { ComponentProps, MouseEvent } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { useMergedRef } from './useMergedRef'
import { useTooltip } from './useTooltip'

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'ghost' | 'link'
export type ButtonSize = 'sm' | 'md'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  busy?: boolean
  busyText?: string
  /** Why the action is closed; the button stays in the tab order so that everyone can read it. */
  disabledReason?: string
}

export function buttonClasses(variant: ButtonVariant, size: ButtonSize, more?: string): string {
  return classes('btn', `af-btn-${variant}`, size === 'sm' && 'btn-sm', more)
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy,
  busyText,
  disabledReason,
  ref,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const { anchorRef, id, tooltip } = useTooltip(disabledReason)
  const closed = busy === true || disabledReason !== undefined
  const setRef = useMergedRef(anchorRef, ref)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // The second click of a double click is no second wish, though the first may not show as busy yet.
    const repeated = busy !== undefined && event.detail > 1
    if (closed || repeated) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        ref={setRef}
        className={buttonClasses(variant, size, className)}
        aria-disabled={closed || undefined}
        aria-busy={busy || undefined}
        aria-describedby={id ?? rest['aria-describedby']}
        onClick={click}
      >
        {busy ? <span className="af-spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
        {busy && busyText ? busyText : children}
      </button>
      {tooltip}
    </>
  )
}
