import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { keys } from '@/api/keys'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { Job, RevisionRules, RevisionTodo, TodoDecision, TodoUpdate } from '@/api/types'

interface PageRequest {
  pageNumber: number
  pageSize: number
}

/** The first part of the keys; jobs about OEM revisions refresh everything below it. */
const [revisions] = keys.oemHistory

/** Longest reason or note. */
export const mostNoteLetters = 1000

/** After a decision about a revision or a module of it. */
function refreshRevisions(): void {
  for (const queryKey of [keys.oemHistory, keys.library, keys.counts]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** The OEM revisions of all manuals that are pending. */
export const waitingRevisionsQuery = (page: PageRequest) => {
  const list = [revisions, 'waiting']
  return queryOptions({
    queryKey: [...list, page],
    queryFn: () => answer(api.GET('/revisions/waiting', { params: { query: page } })),
    placeholderData: keepRowsOf(list),
  })
}

export const revisionQuery = (id: string) =>
  queryOptions({
    queryKey: [revisions, 'one', id],
    queryFn: () => answer(api.GET('/revisions/{id}', { params: { path: { id } } })),
    staleTime: 0,
  })

const forecastPauseMs = 1000

/** The forecast; asked for again until all modules are compared. */
export const forecastQuery = (id: string) =>
  queryOptions({
    queryKey: [revisions, 'forecast', id],
    queryFn: () => answer(api.GET('/revisions/{id}/forecast', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? forecastPauseMs : false),
  })

interface ForecastFilter {
  category?: string
  keywordFilter?: string
}

export const forecastModulesQuery = (id: string, query: ForecastFilter & PageRequest) => {
  const list = [revisions, 'forecastModules', id, query.category]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/revisions/{id}/forecast/modules', { params: { path: { id }, query } })),
    placeholderData: keepRowsOf(list),
  })
}

/** The merge of a module before the revision is confirmed. */
export const mergePreviewQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: [revisions, 'mergePreview', id, path],
    queryFn: () =>
      answer(api.GET('/revisions/{id}/forecast/merge', { params: { path: { id }, query: { path } } })),
    staleTime: 0,
  })

/** The requirements that refer to modules which a revision changes, as far as they are compared. */
export const forecastRequirementsQuery = (id: string, compared: number) =>
  queryOptions({
    queryKey: [revisions, 'forecastRequirements', id, compared],
    queryFn: () => answer(api.GET('/revisions/{id}/forecast/requirements', { params: { path: { id } } })),
  })

export interface TodoFilter {
  state?: string
  reason?: string
  /** An account, `me` or `none`. */
  owner?: string
  keywordFilter?: string
}

/** Others work on the same list: a page that stays open shows it. */
const newsMs = 30_000

export const todosQuery = (id: string, query: TodoFilter & PageRequest) => {
  const list = [revisions, 'todos', id]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/revisions/{id}/todos', { params: { path: { id }, query } })),
    placeholderData: keepRowsOf(list),
    refetchInterval: newsMs,
    staleTime: 0,
  })
}

/** A to-do with its merge. It is not asked for again by itself: choices are about the text that was read. */
export const openTodoQuery = (id: string, todo: string) =>
  queryOptions({
    // Not below the revisions, which every decision refreshes.
    queryKey: ['revisionTodo', id, todo],
    queryFn: () => readOpenTodo(id, todo),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })

export const readOpenTodo = (id: string, todo: string) =>
  answer(api.GET('/revisions/{id}/todos/{todo}', { params: { path: { id, todo } } }))

/** The problems of a merged text. Messages come in the reader's language. */
export const todoProblemsQuery = (id: string, todo: string, text: string, language: string) => {
  const list = ['revisionProblems', id, todo]
  return queryOptions({
    queryKey: [...list, text, language],
    queryFn: async ({ signal }) => {
      const params = { path: { id, todo } }
      const call = api.POST('/revisions/{id}/todos/{todo}/check', { params, body: { text }, signal })
      return (await answer(call)).problems
    },
    placeholderData: keepRowsOf(list),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface TodoResult {
  /** The merged text with the choices so far; undefined for the one that is saved. */
  text: string | undefined
  /** The version that is saved. */
  workingVersion: string
}

/** The result of a to-do as readers see it, with the side that each change comes from. */
export const todoPageQuery = (id: string, todo: string, result: TodoResult, language: string) => {
  const list = ['revisionPage', id, todo]
  const { text, workingVersion } = result
  return queryOptions({
    queryKey: [...list, text === undefined ? { workingVersion } : { text }, language],
    queryFn: ({ signal }) =>
      answer(
        api.POST('/revisions/{id}/todos/{todo}/page', {
          params: { path: { id, todo } },
          body: { text },
          signal,
        }),
      ),
    placeholderData: keepRowsOf(list),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const placeOf = (id: string, todo: RevisionTodo) => ({ params: { path: { id, todo: todo.id } } })

/** Changes owner, due date or note; fields that are left out stay. */
export async function updateTodo(
  id: string,
  todo: RevisionTodo,
  change: Omit<TodoUpdate, 'version'>,
): Promise<RevisionTodo> {
  try {
    const body = { ...change, version: todo.version }
    return await answer(api.PUT('/revisions/{id}/todos/{todo}', { ...placeOf(id, todo), body }))
  } finally {
    // Refused, it may be another one by now.
    refreshRevisions()
  }
}

export async function markTodo(
  id: string,
  todo: RevisionTodo,
  change: { done: boolean; note?: string },
): Promise<RevisionTodo> {
  try {
    const body = { ...change, version: todo.version }
    return await answer(api.PUT('/revisions/{id}/todos/{todo}/done', { ...placeOf(id, todo), body }))
  } finally {
    refreshRevisions()
  }
}

export async function resolveTodo(
  id: string,
  todo: RevisionTodo,
  decision: Omit<TodoDecision, 'version'>,
): Promise<RevisionTodo> {
  try {
    const body = { ...decision, version: todo.version }
    return await answer(api.PUT('/revisions/{id}/todos/{todo}/resolution', { ...placeOf(id, todo), body }))
  } finally {
    refreshRevisions()
  }
}

/** The people who may own a to-do of a revision. */
export const ownersQuery = (id: string, keywordFilter: string) =>
  queryOptions({
    queryKey: ['revisionOwners', id, keywordFilter],
    queryFn: () =>
      answer(api.GET('/revisions/{id}/people', { params: { path: { id }, query: { keywordFilter } } })),
    placeholderData: keepPreviousData,
  })

/** The decisions about the revisions of one manual, or of all. */
export const decisionsQuery = (query: { manualPath?: string; revision?: string } & PageRequest) => {
  const list = [revisions, 'decisions', query.manualPath, query.revision]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/revisions/decisions', { params: { query } })),
    placeholderData: keepRowsOf(list),
  })
}

/** The airline's changes in a manual since its last release, or since the OEM revision that it works on. */
export const airlineChangesQuery = (
  query: { manualPath: string; since: 'release' | 'oem'; keywordFilter?: string } & PageRequest,
) => {
  // Check-ins and releases change it, as they change the pages of the manual.
  const list = [...keys.library, 'airline', query.manualPath, query.since]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/revisions/airline', { params: { query } })),
    placeholderData: keepRowsOf(list),
  })
}

/** The jobs that decide about a revision. */
export type RevisionJob =
  | 'confirmOemAta2300'
  | 'rejectOem'
  | 'restoreAirline'
  | 'markAllOemChangeFileDone'
  | 'batchMarkDone'

interface RevisionName {
  id: string
  csdbName: string
  manualName: string
}

/** Starts a job about a revision; its end is told like that of every task. */
export async function startRevisionJob(
  jobName: RevisionJob,
  { id, csdbName, manualName }: RevisionName,
  more: Record<string, string | string[]> = {},
): Promise<Job> {
  try {
    const parameterMap = { csdbName, manualName, revision: id, ...more }
    return await answer(api.POST('/jobs', { body: { jobName, parameterMap } }))
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.jobs })
    // Refused, another person may have decided.
    refreshRevisions()
  }
}

/** Starts the export of the decisions, or of the airline revision list; its end offers the file. */
export async function startHistoryExport(
  manualPath: string,
  parameters: Record<string, string>,
): Promise<void> {
  // As in `/H160/MEL`; empty for all manuals.
  const [, csdbName = '', manualName = ''] = manualPath.split('/')
  const parameterMap = { ...(manualPath === '' ? {} : { csdbName, manualName }), ...parameters }
  try {
    await answer(api.POST('/jobs', { body: { jobName: 'exportRevisionHistory', parameterMap } }))
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.jobs })
  }
}

export const revisionRulesQuery = queryOptions({
  queryKey: ['revisionRules'],
  queryFn: () => answer(api.GET('/config/revisions')),
  // A form uses it: typed values must not be lost when the window gets the focus again.
  refetchOnWindowFocus: false,
})

export async function saveRevisionRules(body: RevisionRules): Promise<RevisionRules> {
  const saved = await answer(api.PUT('/config/revisions', { body }))
  queryClient.setQueryData(revisionRulesQuery.queryKey, saved)
  refreshRevisions()
  return saved
}
