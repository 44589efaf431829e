import type { ReactNode } from 'react'
import { Icon } from './Icon'

/** The error of a whole form. It is always rendered, so that screen readers announce a text that appears later. */
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
