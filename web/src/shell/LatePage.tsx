import type { ReactElement } from 'react'
import { Skeleton } from '@/ui/Skeleton'
import { PageFailed } from './RouteError'
import { type Source, useLoad } from './useLoad'

/** A page that could not be loaded. It loads again when the network is back or on the next visit. */
export function LatePage({ source }: { source: Source<ReactElement> }) {
  const { come, failure } = useLoad(source)
  if (failure) return <PageFailed error={failure.error} />
  return come ?? <Skeleton lines={4} />
}
