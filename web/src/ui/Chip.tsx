import type { ReactNode } from 'react'
import { Icon } from './Icon'
import type { IconName } from './icons'
import type { Tone } from './tone'

interface ChipProps {
  tone: Tone | 'neutral' | 'accent'
  icon: IconName
  children: ReactNode
}

export function Chip({ tone, icon, children }: ChipProps) {
  return (
    <span className={`af-chip af-tone-${tone}`}>
      <Icon name={icon} size="sm" />
      {children}
    </span>
  )
}
