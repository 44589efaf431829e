import type { ComponentProps } from 'react'
import { classes } from './classes'
import { FieldFrame, type FieldProps } from './FieldFrame'

export function Field({
  label,
  hint,
  error,
  labelHidden,
  required,
  id,
  className,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          className={classes('form-control', error !== undefined && 'is-invalid', className)}
        />
      )}
    </FieldFrame>
  )
}
