import type { ReactNode } from 'react'
import { Button } from './Button'
import { Icon } from './Icon'
import { useUiTexts } from './UiTexts'

interface ErrorStateProps {
  title: string
  message: string
  /** For the person who is asked for help, such as the request id. */
  detail?: ReactNode
  onRetry?: () => void
}

export function ErrorState({ title, message, detail, onRetry }: ErrorStateProps) {
  const texts = useUiTexts()
  return (
    <div className="af-state" role="alert">
      <Icon name="danger" size="xl" className="text-danger" />
      <h2>{title}</h2>
      <p>{message}</p>
      {detail !== undefined && <p>{detail}</p>}
      {onRetry && (
        <div className="af-state-action">
          <Button icon="reload" onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
