import type { ComponentProps } from 'react'
import { classes } from './classes'
import { FieldFrame, type FieldProps } from './FieldFrame'

export function TextArea({
  label,
  hint,
  error,
  labelHidden,
  required,
  id,
  className,
  ...textarea
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => (
        <textarea
          rows={4}
          {...textarea}
          {...control}
          className={classes('form-control', error !== undefined && 'is-invalid', className)}
        />
      )}
    </FieldFrame>
  )
}
