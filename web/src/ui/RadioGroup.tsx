import { useId } from 'react'
import { ChoiceFrame, type ChoiceProps } from './ChoiceFrame'
import { classes } from './classes'
import type { Option } from './option'

interface RadioGroupProps extends ChoiceProps {
  options: readonly (Option & { hint?: string })[]
  value: string
  onChange: (value: string) => void
}

export function RadioGroup({ options, value, onChange, inline, ...frame }: RadioGroupProps) {
  const id = useId()
  return (
    <ChoiceFrame {...frame}>
      {options.map((option) => (
        <div key={option.value} className={classes('form-check', inline && 'form-check-inline')}>
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={id}
            className="form-check-input"
            checked={value === option.value}
            disabled={option.disabled}
            aria-describedby={option.hint === undefined ? undefined : `${id}-${option.value}-hint`}
            onChange={() => onChange(option.value)}
          />
          <label htmlFor={`${id}-${option.value}`} className="form-check-label">
            {option.label}
          </label>
          {option.hint !== undefined && (
            <div id={`${id}-${option.value}-hint`} className="af-hint mt-0">
              {option.hint}
            </div>
          )}
        </div>
      ))}
    </ChoiceFrame>
  )
}
