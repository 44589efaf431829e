import { type ComponentProps, useState } from 'react'
import { classes } from './classes'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { IconButton } from './IconButton'
import { useUiTexts } from './UiTexts'

export function PasswordField({
  label,
  hint,
  error,
  labelHidden,
  required,
  id,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  const texts = useUiTexts()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {(control) => (
        <div className="af-input-frame">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={classes('form-control', error !== undefined && 'is-invalid', className)}
          />
          <span className="af-input-action">
            <IconButton
              icon={shown ? 'hide' : 'show'}
              label={shown ? texts.hidePassword : texts.showPassword}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
