import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { inVault, library } from '@/api/library'
import type { ChangedModule, ManualRedline } from '@/api/types'

/** Two states of a manual and the changes that are listed. */
export interface ManualChangesQuery {
  left: string
  right: string
  state?: string
  section?: number
  viewed?: boolean
  /** Differences that readers see; false: the status alone. */
  content?: boolean
  /** All that differs for readers is marked. */
  marked?: boolean
  /** Text that did not change has new marks. */
  needlessMarks?: boolean
  /** It applies to other aircraft than before. */
  applicability?: boolean
  /** The registration of an aircraft that the modules apply to. */
  aircraft?: string
}

const pageSize = 100

/** The same states as those of the first page, and the last module that is known. */
interface PageStart {
  left?: string
  right?: string
  after?: string
}

const changesKey = (path: string) => [library, 'manualChanges', path]

/** The name of a compared state that does not change when people work on. */
export const revisionName = (state: string | undefined) => `revision:${state ?? ''}`

/** The modules that differ, page after page. */
export const manualChangesQuery = (path: string, query: ManualChangesQuery) => {
  const first: PageStart = {}
  return infiniteQueryOptions({
    queryKey: [...changesKey(path), query],
    queryFn: ({ pageParam }) =>
      answer(
        api.GET('/redline/default{path}', {
          ...inVault,
          params: { path: { path }, query: { ...query, ...pageParam, pageSize } },
        }),
      ),
    initialPageParam: first,
    getNextPageParam: ({ states: [left, right], page: { items, total } }): PageStart | undefined =>
      items.length < total
        ? { left: revisionName(left), right: revisionName(right), after: items.at(-1)?.path }
        : undefined,
  })
}

export const setChangeViewed = (
  { path, oldVersion, newVersion, pictures }: ChangedModule,
  viewed: boolean,
): Promise<void> =>
  done(api.POST('/redline/viewed', { body: { path, oldVersion, newVersion, pictures, viewed } }))

/**
 * Shows a tick in all lists of a manual's changes without reading them again. A list of what is not viewed keeps the
 * module until it is opened anew.
 */
export function showViewed(
  client: QueryClient,
  manualPath: string,
  ticked: ChangedModule,
  viewed: boolean,
): void {
  const queryKey = changesKey(manualPath)
  client.setQueriesData<InfiniteData<ManualRedline, PageStart>>(
    { queryKey },
    (data) => data && { ...data, pages: withTick(data.pages, ticked, viewed) },
  )
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
}

/** Pages with the tick of a module set, and with the counts of the sections around it. */
export function withTick(pages: ManualRedline[], ticked: ChangedModule, viewed: boolean): ManualRedline[] {
  const isTicked = ({ path, oldVersion, newVersion }: ChangedModule) =>
    path === ticked.path && oldVersion === ticked.oldVersion && newVersion === ticked.newVersion
  const shown = pages.flatMap(({ page }) => page.items).find(isTicked)
  if (!shown || shown.viewed === viewed) return pages
  const more = viewed ? 1 : -1
  const sections = pages[0]?.sections ?? []
  const around = new Set<number>()
  for (
    let at = sections.find(({ id }) => id === shown.section);
    at;
    at = sections.find(({ id }) => id === at?.parent)
  ) {
    around.add(at.id)
  }
  return pages.map((one) => ({
    ...one,
    counts: { ...one.counts, viewed: one.counts.viewed + more },
    sections: one.sections.map((each) =>
      around.has(each.id) ? { ...each, viewed: each.viewed + more } : each,
    ),
    page: {
      ...one.page,
      items: one.page.items.map((each) => (isTicked(each) ? { ...each, viewed } : each)),
    },
  }))
}
