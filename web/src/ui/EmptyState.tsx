import type { ReactNode } from 'react'
import { Icon } from './Icon'
import type { IconName } from './icons'

interface EmptyStateProps {
  icon: IconName
  title: string
  /** The next step for the user. */
  text?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="af-state">
      <Icon name={icon} size="xl" />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action && <div className="af-state-action">{action}</div>}
    </div>
  )
}
