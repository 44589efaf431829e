import { type ReactNode, useId } from 'react'

interface CardProps {
  title?: string
  actions?: ReactNode
  children: ReactNode
  /** Without padding, for a table that reaches the edges. */
  flush?: boolean
  headingLevel?: 2 | 3
}

export function Card({ title, actions, children, flush = false, headingLevel = 2 }: CardProps) {
  const id = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div className="card" {...(title !== undefined && { role: 'region', 'aria-labelledby': id })}>
      {(title !== undefined || actions) && (
        <div className="af-card-head">
          {title !== undefined && <Heading id={id}>{title}</Heading>}
          {actions && <div className="af-page-actions">{actions}</div>}
        </div>
      )}
      {flush ? children : <div className="card-body">{children}</div>}
    </div>
  )
}
