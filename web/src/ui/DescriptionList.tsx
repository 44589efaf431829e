import { Fragment, type ReactNode } from 'react'
import { classes } from './classes'

interface DescriptionListProps {
  items: readonly { term: string; value: ReactNode }[]
  columns?: 1 | 2
}

export function DescriptionList({ items, columns = 1 }: DescriptionListProps) {
  return (
    <dl className={classes('af-description', columns === 2 && 'af-description-2')}>
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
