import type { ReactNode } from 'react'

interface PageHeadProps {
  title: string
  /** One line that says what the page is for. */
  purpose: string
  actions?: ReactNode
  /** Beside the title: a chip or a code. */
  extra?: ReactNode
}

export function PageHead({ title, purpose, actions, extra }: PageHeadProps) {
  return (
    <div className="af-page-head">
      <div>
        <div className="af-page-title">
          <h1>{title}</h1>
          {extra}
        </div>
        <p className="af-page-purpose">{purpose}</p>
      </div>
      {actions && <div className="af-page-actions">{actions}</div>}
    </div>
  )
}
