import { infiniteQueryOptions } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { inVault, library } from '@/api/library'
import type { ChangedModule } from '@/api/types'

/** Two states of a manual and the changes that are listed. */
export interface ManualChangesQuery {
  left: string
  right: string
  state?: string
  section?: number
  viewed?: boolean
}

const pageSize = 20

/** The modules that differ, page after page. */
export const manualChangesQuery = (path: string, query: ManualChangesQuery) =>
  infiniteQueryOptions({
    queryKey: [library, 'manualChanges', path, query],
    queryFn: ({ pageParam }) =>
      answer(
        api.GET('/redline/default{path}', {
          ...inVault,
          params: { path: { path }, query: { ...query, pageNumber: pageParam, pageSize } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page: { pageNumber, total } }) =>
      pageNumber * pageSize < total ? pageNumber + 1 : undefined,
  })

export const setChangeViewed = (
  { path, oldVersion, newVersion }: ChangedModule,
  viewed: boolean,
): Promise<void> => done(api.POST('/redline/viewed', { body: { path, oldVersion, newVersion, viewed } }))
