import { useId } from 'react'
import { ChoiceFrame, type ChoiceProps } from './ChoiceFrame'
import { classes } from './classes'
import type { Option } from './option'

interface CheckboxGroupProps extends ChoiceProps {
  options: readonly Option[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

export function CheckboxGroup({ options, value, onChange, inline, ...frame }: CheckboxGroupProps) {
  const id = useId()
  // Reported in the order of the options, whatever the order of the clicks.
  const toggle = (toggled: string) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === toggled ? !value.includes(each) : value.includes(each))),
    )
  return (
    <ChoiceFrame {...frame}>
      {options.map((option) => (
        <div key={option.value} className={classes('form-check', inline && 'form-check-inline')}>
          <input
            id={`${id}-${option.value}`}
            type="checkbox"
            className="form-check-input"
            checked={value.includes(option.value)}
            disabled={option.disabled}
            onChange={() => toggle(option.value)}
          />
          <label htmlFor={`${id}-${option.value}`} className="form-check-label">
            {option.label}
          </label>
        </div>
      ))}
    </ChoiceFrame>
  )
}
