import { classes } from './classes'
import { type IconName, iconOf } from './icons'

interface IconProps {
  name: IconName
  /** Only where the icon stands alone; beside a word it is decoration. */
  title?: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string
}

export function Icon({ name, title, size = 'md', className }: IconProps) {
  const Picture = iconOf(name)
  if (!Picture) return null
  const naming = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
  return (
    <Picture
      {...naming}
      focusable="false"
      className={classes('af-icon', size !== 'md' && `af-icon-${size}`, className)}
    />
  )
}
