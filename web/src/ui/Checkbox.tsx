import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'
import { Description, useDescription } from './FieldFrame'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Same behaviour, drawn as a switch: for a setting that takes effect at once. */
  appearance?: 'checkbox' | 'switch'
}

export function Checkbox({
  label,
  hint,
  error,
  appearance = 'checkbox',
  id,
  className,
  ...input
}: CheckboxProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const { hintId, errorId, describedBy } = useDescription(hint, error)
  return (
    <div className={classes('af-field form-check', appearance === 'switch' && 'form-switch', className)}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        role={appearance === 'switch' ? 'switch' : undefined}
        className={classes('form-check-input', error !== undefined && 'is-invalid')}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined || undefined}
      />
      <label htmlFor={controlId} className="form-check-label">
        {label}
      </label>
      <Description hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  )
}
