import { useMatches } from 'react-router'
import type { CachedPage } from './CachedPages'

/** The values that a route gives to the frame around it. */
export interface RouteHandle {
  titleKey: string
  /** The page above it in the breadcrumb. */
  parent?: { titleKey: string; path: string }
  /** Set for pages that stay in memory when the user leaves them. */
  keep?: CachedPage
}

function isRouteHandle(value: unknown): value is RouteHandle {
  return typeof value === 'object' && value !== null && 'titleKey' in value
}

/** The handle of the innermost route shown. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches()
    .map((match) => match.handle)
    .findLast(isRouteHandle)
}
