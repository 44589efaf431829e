import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps, inputClasses } from './FieldFrame'

/** A field of several lines. */
export function TextArea({
  label,
  hint,
  error,
  labelHidden,
  required,
  id,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => <textarea {...input} {...control} className={inputClasses(error, className)} />}
    </FieldFrame>
  )
}
