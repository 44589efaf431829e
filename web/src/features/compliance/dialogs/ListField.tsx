import { type ComponentProps, useId } from 'react'
import { Field } from '@/ui/Field'
import type { Option } from '@/ui/option'

interface ListFieldProps extends Omit<ComponentProps<typeof Field>, 'list'> {
  options: readonly Option[]
}

/** A text field that offers values while the user types. */
export function ListField({ options, ...field }: ListFieldProps) {
  const id = useId()
  return (
    <>
      <Field {...field} autoComplete="off" list={id} />
      <datalist id={id}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}
