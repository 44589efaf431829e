import { CFormSelect } from '@coreui/react'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'
import type { Option } from './option'

interface SelectProps
  extends FieldProps,
    Omit<ComponentProps<typeof CFormSelect>, keyof FieldProps | 'options'> {
  options: readonly Option[]
}

export function Select({
  label,
  hint,
  error,
  labelHidden,
  required,
  id,
  className,
  options,
  ...select
}: SelectProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => (
        <CFormSelect {...select} {...control} className={className} invalid={error !== undefined}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </CFormSelect>
      )}
    </FieldFrame>
  )
}
