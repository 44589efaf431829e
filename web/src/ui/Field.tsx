import { CFormInput } from '@coreui/react'
import type { ComponentProps } from 'react'
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
}: FieldProps & Omit<ComponentProps<typeof CFormInput>, keyof FieldProps>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => (
        <CFormInput {...input} {...control} className={className} invalid={error !== undefined} />
      )}
    </FieldFrame>
  )
}
