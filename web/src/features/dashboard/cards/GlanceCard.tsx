import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '@/api/types'
import { Card } from '@/ui/Card'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'

interface GlanceCardProps<Item> {
  title: string
  /** Where the whole list is. */
  more: ReactNode
  list: UseQueryResult<Page<Item>>
  failedTitle: string
  /** What to say, and to do next, when there is nothing. */
  empty: ReactNode
  itemKey: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** The first few rows of a list, with the way to all of it. */
export function GlanceCard<Item>({
  title,
  more,
  list,
  failedTitle,
  empty,
  itemKey,
  children,
}: GlanceCardProps<Item>) {
  return (
    <Card title={title} actions={more} flush>
      {list.error ? (
        <ErrorState title={failedTitle} message={list.error.message} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <div className="p-3">
          <Skeleton lines={4} />
        </div>
      ) : list.data.items.length === 0 ? (
        <div className="da-empty">{empty}</div>
      ) : (
        <ul className="da-rows">
          {list.data.items.map((item) => (
            <li key={itemKey(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
