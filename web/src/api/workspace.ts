import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import type { Reading } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { Bookmark } from '@/api/types'

/** The first parts of the query keys of the workspace. */
const recents = 'recentVisits'
const bookmarks = 'bookmarks'

interface PageRequest {
  pageNumber: number
  pageSize: number
  keywordFilter?: string
  statusFilter?: string
}

export const recentVisits = (query: PageRequest) =>
  queryOptions({
    queryKey: [recents, query],
    queryFn: () => answer(api.POST('/users/recentVisitWithPage', { body: query })),
    placeholderData: keepPreviousData,
    // The user comes from a page that was just visited.
    staleTime: 0,
  })

export const bookmarkList = (query: PageRequest & { folder?: string }) =>
  queryOptions({
    queryKey: [bookmarks, 'list', query],
    queryFn: () => answer(api.POST('/users/getBookmarksWithPage', { body: query })),
    placeholderData: keepPreviousData,
  })

/** The bookmarked places of an object, with their paragraphs in the version that is read. */
export const bookmarksOfQuery = (path: string, version: string | undefined) =>
  queryOptions({
    queryKey: [bookmarks, 'of', path, version],
    queryFn: () =>
      answer(
        api.POST('/users/getBookmarksWithPage', {
          body: { pageNumber: 1, pageSize: 100, paths: [path], version },
        }),
      ),
  })

/** Those of the places that have a bookmark of their own. */
export const markedAmong = (paths: string[]) =>
  queryOptions({
    queryKey: [bookmarks, 'among', paths],
    queryFn: () =>
      answer(api.POST('/users/getBookmarksWithPage', { body: { pageNumber: 1, pageSize: 100, paths } })),
    select: (page) =>
      new Set(page.items.filter(({ anchor }) => anchor === undefined).map(({ path }) => path)),
    enabled: paths.length > 0,
  })

export const bookmarkFolders = queryOptions({
  queryKey: [bookmarks, 'folders'],
  queryFn: () => answer(api.GET('/users/bookmarkFolders')),
})

export const checkedOutFiles = (query: PageRequest) =>
  queryOptions({
    queryKey: ['checkedOut', query],
    queryFn: () => answer(api.POST('/users/checkedOutListWithPage', { body: query })),
    placeholderData: keepPreviousData,
  })

function refreshBookmarks(): void {
  void queryClient.invalidateQueries({ queryKey: [bookmarks] })
  void queryClient.invalidateQueries({ queryKey: keys.counts })
}

interface Mark extends Reading {
  path: string
  /** A paragraph; without it the module or manual as a whole. */
  anchor?: string
  /** The version in which the paragraph is read. */
  version?: string
  name?: string
}

/** Bookmarks a place, or takes the bookmark away; says which. */
export async function toggleBookmark({ asOf: _, ...body }: Mark): Promise<boolean> {
  const { bookmarked } = await answer(api.POST('/users/bookmark', { body }))
  refreshBookmarks()
  return bookmarked
}

export async function updateBookmark(
  { id }: Bookmark,
  label: Pick<Bookmark, 'name' | 'folder'>,
): Promise<void> {
  await answer(api.PUT('/users/bookmark/{id}', { params: { path: { id } }, body: label }))
  refreshBookmarks()
}

export const useRemoveBookmark = () =>
  useMutation({
    mutationFn: ({ id }: Bookmark) => done(api.DELETE('/users/bookmark/{id}', { params: { path: { id } } })),
    onSuccess: refreshBookmarks,
  })

export async function noteVisit(path: string, { lane, revision }: Reading): Promise<void> {
  await done(api.POST('/users/recentVisit', { body: { path, lane, revision } }))
  void queryClient.invalidateQueries({ queryKey: [recents] })
  void queryClient.invalidateQueries({ queryKey: keys.counts })
}
