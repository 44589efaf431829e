import { CFormTextarea } from '@coreui/react'
import type { ComponentProps } from 'react'
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
}: FieldProps & Omit<ComponentProps<typeof CFormTextarea>, keyof FieldProps>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => (
        <CFormTextarea
          rows={4}
          {...textarea}
          {...control}
          className={className}
          invalid={error !== undefined}
        />
      )}
    </FieldFrame>
  )
}
