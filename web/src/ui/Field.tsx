import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps, inputClasses } from './FieldFrame'

export function Field({
  label,
  hint,
  error,
  labelHidden,
  required,
  id,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => <input type="text" {...input} {...control} className={inputClasses(error, className)} />}
    </FieldFrame>
  )
}
