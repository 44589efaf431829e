import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from '@/api/queries'

/**
 * Keeps the answers of the page while the lock hides it: it does not use them then, and those that nobody uses are
 * forgotten. A page without them would begin anew, and lose what was typed. Nothing is loaded. Returns how to let go.
 */
export function holdQueries(): () => void {
  const held = queryClient
    .getQueryCache()
    .getAll()
    .map(({ options, queryKey }) =>
      new QueryObserver(queryClient, { ...options, queryKey, enabled: false }).subscribe(() => undefined),
    )
  return () => {
    for (const letGo of held) letGo()
  }
}
