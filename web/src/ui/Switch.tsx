import type { ComponentProps } from 'react'
import { Checkbox } from './Checkbox'

export function Switch(props: Omit<ComponentProps<typeof Checkbox>, 'appearance'>) {
  return <Checkbox {...props} appearance="switch" />
}
