import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { StyleColour } from '@/api/types'
import { ChoiceFrame } from '@/ui/ChoiceFrame'

interface ColourFieldProps {
  legend: string
  hint: string
  error?: string
  palette: readonly StyleColour[]
  /** The name of a colour. */
  value: string
  onChange: (name: string) => void
}

/** A colour of the palette. The name stands beside each: a colour alone tells nothing to many people. */
export function ColourField({ legend, hint, error, palette, value, onChange }: ColourFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <ChoiceFrame legend={legend} hint={hint} error={error}>
      <div className="hs-colours">
        {palette.map(({ name, colour }) => (
          <label key={name} className="hs-colour">
            <input
              type="radio"
              className="form-check-input"
              name={id}
              checked={value === name}
              onChange={() => onChange(name)}
            />
            <span className="hs-swatch" style={{ background: colour }} aria-hidden="true" />
            {t(`operators.style.colours.${name}`)}
          </label>
        ))}
      </div>
    </ChoiceFrame>
  )
}
