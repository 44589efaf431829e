import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './Button'
import { Icon } from './Icon'
import type { IconName } from './icons'

interface LinkButtonProps {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  /** Opens in a new tab. */
  external?: boolean
  className?: string
  title?: string
  children: ReactNode
}

export function LinkButton({
  href,
  variant = 'secondary',
  size = 'md',
  icon,
  external,
  className,
  title,
  children,
}: LinkButtonProps) {
  return (
    <a
      href={href}
      title={title}
      className={buttonClasses(variant, size, className)}
      {...(external && { target: '_blank', rel: 'noreferrer' })}
    >
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}
