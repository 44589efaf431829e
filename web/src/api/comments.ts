import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { inVault } from '@/api/library'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { CommentSort, OpenComments } from '@/api/types'

/** Others write too: a page that stays open shows it. */
const newsMs = 30_000

export interface CommentFilter {
  state?: string
  mine?: boolean
  mentionsMe?: boolean
  account?: string
  manualPath?: string
  path?: string
  keywordFilter?: string
  sort?: CommentSort
  order?: 'asc' | 'desc'
}

export const commentList = (query: CommentFilter & { pageNumber: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...keys.comments, 'list', query],
    queryFn: () => answer(api.GET('/comments', { params: { query } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A version of a module, or the draft of it that is edited. */
export type CommentedText = { version: string } | { draft: true }

const ofModule = (path: string) => [...keys.comments, 'module', path]

/** The threads about a module, with their places in the text that is open. */
export const moduleCommentsQuery = (path: string, text: CommentedText | undefined) => {
  const list = ofModule(path)
  return queryOptions({
    queryKey: [...list, text],
    queryFn: text
      ? async () => {
          const query = 'draft' in text ? { draft: true } : { version: text.version }
          const params = { path: { path }, query }
          return (await answer(api.GET('/comments/default{path}', { ...inVault, params }))).threads
        }
      : skipToken,
    placeholderData: keepRowsOf(list),
    refetchInterval: newsMs,
  })
}

/** After a lock was taken or released. Comments beside a draft are asked for again only when it is opened. */
export function refreshMayAccept(): void {
  const isOfDraft = (key: readonly unknown[]) => {
    const text = key.at(-1)
    return typeof text === 'object' && text !== null && 'draft' in text
  }
  const queryKey = keys.comments
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isOfDraft(query.queryKey) })
  void queryClient.invalidateQueries({
    queryKey,
    predicate: (query) => isOfDraft(query.queryKey),
    refetchType: 'none',
  })
}

/** Looks for the places of threads again, after a draft was saved. */
export function refreshPlaces(path: string): void {
  void queryClient.invalidateQueries({ queryKey: ofModule(path) })
}

const threadQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.comments, 'thread', id],
    queryFn: () => answer(api.GET('/comments/threads/{id}', { params: { path: { id } } })),
    refetchInterval: newsMs,
  })

/** People who may read a module, to mention them. */
const readersQuery = (path: string, keywordFilter: string | undefined) =>
  queryOptions({
    queryKey: ['readers', path, keywordFilter],
    queryFn:
      keywordFilter === undefined
        ? skipToken
        : () =>
            answer(
              api.GET('/comments/people/default{path}', {
                ...inVault,
                params: { path: { path }, query: { keywordFilter } },
              }),
            ),
    placeholderData: keepRowsOf(['readers', path]),
  })

/** The text of a paragraph, to propose another one. */
export async function loadParagraph(path: string, version: string, anchor: string): Promise<string> {
  const params = { path: { path }, query: { version, anchor } }
  return (await answer(api.GET('/comments/paragraph/default{path}', { ...inVault, params }))).text
}

function refreshComments(): void {
  void queryClient.invalidateQueries({ queryKey: keys.comments })
  void queryClient.invalidateQueries({ queryKey: keys.counts })
}

function showThread(open: OpenComments): OpenComments {
  queryClient.setQueryData(threadQuery(open.thread.id).queryKey, open)
  refreshComments()
  return open
}

export interface WrittenComment {
  text: string
  /** The proposed text of the paragraph. */
  suggestion?: string
}

/** A paragraph of a version. */
export interface CommentedPlace {
  version: string
  /** The HTML id; empty for the whole module. */
  anchor: string
}

export async function startThread(path: string, place: CommentedPlace, written: WrittenComment) {
  const body = { ...place, ...written }
  const params = { path: { path } }
  return showThread(await answer(api.POST('/comments/default{path}', { ...inVault, params, body })))
}

async function answerThread(id: string, place: CommentedPlace | undefined, written: WrittenComment) {
  const body = written.suggestion === undefined ? { text: written.text } : { ...place, ...written }
  return showThread(await answer(api.POST('/comments/threads/{id}', { params: { path: { id } }, body })))
}

async function setThreadState(id: string, state: 'open' | 'resolved') {
  const params = { path: { id } }
  return showThread(await answer(api.PUT('/comments/threads/{id}/state', { params, body: { state } })))
}

/** Notes that the user has read a thread, as it was last changed at `updatedOn`. */
async function markThreadSeen(id: string, updatedOn: string): Promise<void> {
  await done(api.POST('/comments/threads/{id}/seen', { params: { path: { id } }, body: { updatedOn } }))
  void queryClient.invalidateQueries({ queryKey: [...keys.comments, 'module'] })
  void queryClient.invalidateQueries({ queryKey: [...keys.comments, 'list'] })
}

async function editComment(id: string, body: WrittenComment): Promise<void> {
  await done(api.PUT('/comments/{id}', { params: { path: { id } }, body }))
  refreshComments()
}

async function deleteComment(id: string): Promise<void> {
  await done(api.DELETE('/comments/{id}', { params: { path: { id } } }))
  refreshComments()
}

/** The edits that accept the suggestion that is shown into a text; nothing is stored. */
export async function loadSuggestionEdits(id: string, shown: string, text: string) {
  const body = { text, suggestion: shown }
  try {
    return (await answer(api.POST('/comments/{id}/edits', { params: { path: { id } }, body }))).edits
  } catch (error) {
    // It may be another one by now.
    refreshComments()
    throw error
  }
}

/** Accepts the suggestion that is shown into the saved draft of the user. */
export async function acceptSuggestion(id: string, shown: string, tab: string): Promise<void> {
  const params = { path: { id }, query: { tab } }
  try {
    await answer(api.POST('/comments/{id}/accept', { params, body: { suggestion: shown } }))
  } finally {
    // Refused, it may be another one by now.
    refreshComments()
  }
}

/** The calls of the comments panel, which may not know the server itself. */
export const commentCalls = {
  threadQuery,
  readersQuery,
  answerThread,
  setThreadState,
  markThreadSeen,
  editComment,
  deleteComment,
  loadParagraph,
}
