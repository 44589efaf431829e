import type { ReactNode } from 'react'
import { Description, useDescription } from './FieldFrame'

export interface ChoiceProps {
  legend: string
  legendHidden?: boolean
  hint?: ReactNode
  error?: string
  disabled?: boolean
  /** Beside each other instead of below. */
  inline?: boolean
}

/** Names a group of checkboxes or radio buttons and ties hint and error to it. */
export function ChoiceFrame({
  legend,
  legendHidden,
  hint,
  error,
  disabled,
  children,
}: Omit<ChoiceProps, 'inline'> & { children: ReactNode }) {
  const { hintId, errorId, describedBy } = useDescription(hint, error)
  return (
    <fieldset className="af-field" disabled={disabled} aria-describedby={describedBy}>
      <legend className={legendHidden ? 'visually-hidden' : 'af-legend'}>{legend}</legend>
      {children}
      <Description hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </fieldset>
  )
}
