import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldProps, inputClasses } from './FieldFrame'
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
}: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'type'>) {
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
            className={inputClasses(error, className)}
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
