import { Button, type ButtonProps } from './Button'
import { classes } from './classes'
import type { IconName } from './icons'
import { useMergedRef } from './useMergedRef'
import { useTooltip } from './useTooltip'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'busyText' | 'aria-label'> {
  /** Accessible name, also shown as tooltip. */
  label: string
  icon: IconName
}

export function IconButton({
  label,
  variant = 'ghost',
  className,
  disabledReason,
  ref,
  ...rest
}: IconButtonProps) {
  // With a reason the button shows that instead: two texts would cover each other.
  const { anchorRef, tooltip } = useTooltip(disabledReason === undefined ? label : undefined)
  const setRef = useMergedRef(anchorRef, ref)
  return (
    <>
      <Button
        {...rest}
        ref={setRef}
        variant={variant}
        disabledReason={disabledReason}
        aria-label={label}
        className={classes('af-btn-icon', className)}
      />
      {tooltip}
    </>
  )
}
