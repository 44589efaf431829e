import type { ReactNode } from 'react'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { useUiTexts } from '@/ui/UiTexts'

interface PictureBoxProps {
  icn: string
  /** Why there is no picture. */
  text: string
  onRetry?: () => void
  action?: ReactNode
}

/** In place of a picture that cannot be shown. */
export function PictureBox({ icn, text, onRetry, action }: PictureBoxProps) {
  const texts = useUiTexts()
  return (
    <span className="pv-box">
      <Icon name="illustration" size="lg" />
      <span>
        <code className="af-code">{icn}</code>
        <span className="pv-box-text">{text}</span>
      </span>
      {action}
      {onRetry && (
        <Button size="sm" icon="reload" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </span>
  )
}
