import type { ReactNode } from 'react'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { Skeleton } from './Skeleton'

interface StatTileProps {
  label: string
  /** Undefined until it is loaded. */
  figure: ReactNode | undefined
  icon: IconName
  /** The list whose length the figure is. */
  href?: string
}

export function StatTile({ label, figure, icon, href }: StatTileProps) {
  const content = (
    <>
      <span className="af-stat-label">
        <Icon name={icon} />
        {label}
      </span>
      <span className="d-block af-stat-figure">
        {figure === undefined ? <Skeleton width="3rem" height="2.25rem" /> : figure}
      </span>
    </>
  )
  return href === undefined ? (
    <div className="card af-stat">{content}</div>
  ) : (
    <a href={href} className="card af-stat">
      {content}
    </a>
  )
}
