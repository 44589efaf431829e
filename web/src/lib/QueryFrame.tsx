import type { ReactNode } from 'react'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'

/** The part of a query's result that the frame needs. */
export interface QueryResult<Value> {
  data: Value | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

interface QueryFrameProps<Value> {
  query: QueryResult<Value>
  /** Heading of the error message. */
  failedTitle: string
  /** Shown until the first answer arrives. */
  loading?: ReactNode
  /** Keeps showing the last answer when a later request fails. */
  keepsData?: boolean
  /** A function is called with the answer. Other content is shown during loading too: a table has its own placeholder. */
  children: ReactNode | ((data: Value) => ReactNode)
}

/** Content that depends on a query: the error with a way to retry, a placeholder while it loads, then the content. */
export function QueryFrame<Value>(props: QueryFrameProps<Value>) {
  const { query, failedTitle, loading = <Skeleton lines={6} />, keepsData = false, children } = props
  const { data, error, refetch } = query
  if (error && !(keepsData && data !== undefined)) {
    return <QueryError title={failedTitle} error={error} onRetry={refetch} />
  }
  if (typeof children !== 'function') return children
  return data === undefined ? loading : children(data)
}

/** Access was taken, or it was deleted: the last answer is not shown any more. */
export function isGone(error: Error | null): boolean {
  return error !== null && 'status' in error && (error.status === 403 || error.status === 404)
}

interface QueryErrorProps {
  title: string
  error: Error
  onRetry: () => Promise<unknown>
}

/** The message of a failed request, with the number that support asks for. */
export function QueryError({ title, error, onRetry }: QueryErrorProps) {
  const requestId = 'requestId' in error ? String(error.requestId) : ''
  return (
    <ErrorState
      title={title}
      message={error.message}
      detail={requestId || undefined}
      onRetry={() => void onRetry()}
    />
  )
}

/** A query that needs the answer of another one: both are waited for, and the error of either is shown. */
export function chained<Value>(first: QueryResult<unknown>, query: QueryResult<Value>): QueryResult<Value> {
  if (first.error) return { data: undefined, error: first.error, refetch: first.refetch }
  return first.data === undefined ? { ...query, data: undefined } : query
}
