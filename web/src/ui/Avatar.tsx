import { classes } from './classes'

interface AvatarProps {
  name: string
  size?: 'sm' | 'md' | 'lg'
}

/** The initials of a name, as decoration beside the name itself. */
export function Avatar({ name, size = 'md' }: AvatarProps) {
  return (
    <span
      className={classes('af-avatar', size !== 'md' && `af-avatar-${size}`)}
      // A picture, not text: a button with it alone is named by what it does.
      data-initials={initials(name)}
      aria-hidden="true"
    />
  )
}

export function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter((word) => word !== '')
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '')
  // A Chinese name is one word whose first character is the family name.
  return letters.join('').toLocaleUpperCase()
}
