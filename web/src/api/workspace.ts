import { queryOptions } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import type { Reading } from '@/api/library'
import { queryClient } from '@/api/queries'

/** Bookmarks of the signed-in person, whoever lists them. */
const bookmarks = 'bookmarks'

/** Which places of an object are bookmarked. */
export const bookmarksOfQuery = (path: string) =>
  queryOptions({
    queryKey: [bookmarks, 'of', path],
    queryFn: () =>
      answer(
        api.POST('/users/getBookmarksWithPage', { body: { pageNumber: 1, pageSize: 100, paths: [path] } }),
      ),
  })

interface Mark {
  path: string
  /** A paragraph; without it the module or manual as a whole. */
  anchor?: string
  name?: string
}

/** Bookmarks a place, or takes the bookmark away; says which. */
export async function toggleBookmark(body: Mark): Promise<boolean> {
  const { bookmarked } = await answer(api.POST('/users/bookmark', { body }))
  void queryClient.invalidateQueries({ queryKey: [bookmarks] })
  return bookmarked
}

export async function noteVisit(path: string, reading: Reading): Promise<void> {
  await done(api.POST('/users/recentVisit', { body: { path, ...reading } }))
  void queryClient.invalidateQueries({ queryKey: ['recentVisits'] })
}
