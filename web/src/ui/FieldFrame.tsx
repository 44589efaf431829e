import { type ReactNode, useId } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import { useUiTexts } from './UiTexts'

export interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string
  /** For a control whose purpose is plain from its place; the label stays for screen readers. */
  labelHidden?: boolean
  required?: boolean
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldFrameProps extends FieldProps {
  id?: string
  children: (control: ControlProps) => ReactNode
}

export const inputClasses = (error: string | undefined, className: string | undefined) =>
  classes('form-control', error !== undefined && 'is-invalid', className)

export function useDescription(hint: ReactNode, error: string | undefined) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  return { hintId, errorId, describedBy: classes(errorId, hintId) || undefined }
}

export function Description({
  hint,
  error,
  hintId,
  errorId,
}: {
  hint: ReactNode
  error: string | undefined
  hintId: string | undefined
  errorId: string | undefined
}) {
  return (
    <>
      {error !== undefined && (
        <div id={errorId} className="af-error">
          <Icon name="danger" size="sm" className="align-self-center" />
          {error}
        </div>
      )}
      {hint !== undefined && (
        <div id={hintId} className="af-hint">
          {hint}
        </div>
      )}
    </>
  )
}

/** Ties label, hint and error to whatever control stands between them. */
export function FieldFrame({ id, label, hint, error, labelHidden, required, children }: FieldFrameProps) {
  const ownId = useId()
  const texts = useUiTexts()
  const { hintId, errorId, describedBy } = useDescription(hint, error)
  const controlId = id ?? ownId
  return (
    <div className="af-field">
      <label htmlFor={controlId} className={labelHidden ? 'visually-hidden' : 'form-label'}>
        {label}
        {required && (
          // The control says so itself to a screen reader.
          <span className="af-required" aria-hidden="true">
            {texts.required}
          </span>
        )}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy,
        'aria-invalid': error !== undefined || undefined,
        'aria-required': required || undefined,
      })}
      <Description hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  )
}
