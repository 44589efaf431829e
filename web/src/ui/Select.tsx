import type { ComponentProps } from 'react'
import { classes } from './classes'
import { FieldFrame, type FieldProps } from './FieldFrame'
import type { Option } from './option'

interface SelectProps extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps> {
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
        <select
          {...select}
          {...control}
          className={classes('form-select', error !== undefined && 'is-invalid', className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
