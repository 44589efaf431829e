import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { saveFile } from '@/api/download'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { SavedSearch, SearchRequest } from '@/api/types'

/** Letters from which the server guesses. */
const minLetters = 2
const catchingUpMs = 5_000

/** Labels of facets come in the reader's language, so each language has its own answer. */
export const searchQuery = (request: SearchRequest, language: string) =>
  queryOptions({
    // Under the library's key, because every change there may change the results.
    queryKey: [...keys.library, 'search', request, language],
    queryFn: ({ signal }) => answer(api.POST('/files/fts/default', { body: request, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.index.state !== 'ready' ? catchingUpMs : false),
  })

/** Completions of a text that is being typed; the request is cancelled when the next letter comes. */
export const suggestQuery = (text: string) =>
  queryOptions({
    queryKey: [...keys.library, 'suggest', text],
    queryFn: ({ signal }) => answer(api.GET('/files/fts/suggest', { params: { query: { text } }, signal })),
    enabled: text.length >= minLetters,
    // A failure is not reported, since the user did not request suggestions; the next letter retries.
    retry: false,
  })

/** Completions of a text, without a query: an editor asks for them. */
export const suggestModules = (text: string, signal: AbortSignal) =>
  answer(api.GET('/files/fts/suggest', { params: { query: { text } }, signal }))

const savedKey = ['savedSearches']

export const savedSearchesQuery = queryOptions({
  queryKey: savedKey,
  queryFn: () => answer(api.GET('/users/searches')),
})

export async function saveSearch(
  name: string,
  request: SearchRequest,
  shared: boolean,
): Promise<SavedSearch> {
  const saved = await answer(api.POST('/users/searches', { body: { name, request, shared } }))
  void queryClient.invalidateQueries({ queryKey: savedKey })
  return saved
}

export async function updateSavedSearch(id: string, name: string, shared: boolean): Promise<void> {
  await done(api.PUT('/users/searches/{id}', { params: { path: { id } }, body: { name, shared } }))
  await queryClient.invalidateQueries({ queryKey: savedKey })
}

export async function deleteSavedSearch(id: string): Promise<void> {
  await done(api.DELETE('/users/searches/{id}', { params: { path: { id } } }))
  await queryClient.invalidateQueries({ queryKey: savedKey })
}

export function exportSearch(request: SearchRequest, fileName: string): Promise<void> {
  const query = new URLSearchParams({ q: JSON.stringify(request), format: 'csv' })
  return saveFile(`/files/fts/export?${query}`, fileName)
}

export const searchStatusQuery = queryOptions({
  queryKey: ['searchStatus'],
  queryFn: () => answer(api.GET('/search/status')),
  refetchInterval: ({ state }) => (state.data && state.data.state !== 'ready' ? catchingUpMs : false),
})

export async function rebuildSearch(): Promise<void> {
  await done(api.POST('/search/rebuild'))
  await queryClient.invalidateQueries({ queryKey: searchStatusQuery.queryKey })
}
