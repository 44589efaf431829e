import type { ReactNode } from 'react'
import { Icon } from './Icon'
import { type Tone, toneIcons } from './tone'

interface NoticeProps {
  tone: Tone
  title: string
  children?: ReactNode
}

/** Something to know before going on. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`af-notice af-tone-${tone}`}>
      <Icon name={toneIcons[tone]} />
      <div>
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
