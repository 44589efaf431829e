import type { ReactElement } from 'react'
import { Skeleton } from '@/ui/Skeleton'
import { PageFailed } from './RouteError'
import { type Source, useLoad } from './useLoad'

/** A page that could not be loaded. It comes when the network is back, or when somebody goes there again. */
export function LatePage({ source }: { source: Source<ReactElement> }) {
  const { come, failure } = useLoad(source)
  if (failure) return <PageFailed error={failure.error} />
  return come ?? <Skeleton lines={4} />
}
