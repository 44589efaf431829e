import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Skeleton } from '@/ui/Skeleton'

interface GlanceCardProps<Item> {
  title: string
  /** The link to the whole list. */
  more: ReactNode
  list: UseQueryResult<Page<Item>>
  failedTitle: string
  /** The message of an empty list, with the next step. */
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
      <QueryFrame
        query={list}
        failedTitle={failedTitle}
        loading={
          <div className="p-3">
            <Skeleton lines={4} />
          </div>
        }
      >
        {({ items }) =>
          items.length === 0 ? (
            <div className="da-empty">{empty}</div>
          ) : (
            <ul className="da-rows">
              {items.map((item) => (
                <li key={itemKey(item)}>{children(item)}</li>
              ))}
            </ul>
          )
        }
      </QueryFrame>
    </Card>
  )
}
