import type { ReactNode } from 'react'
import { Icon } from './Icon'

/** What went wrong with the whole form; always rendered, so that screen readers hear the text when it comes. */
export function FormProblem({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert">
      {children !== undefined && children !== null && children !== '' && (
        <div className="af-form-problem">
          <Icon name="danger" />
          <div>
            {children} {action}
          </div>
        </div>
      )}
    </div>
  )
}
