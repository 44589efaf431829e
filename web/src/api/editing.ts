import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { refreshMayAccept } from '@/api/comments'
import { answer, api, done, withProof } from '@/api/http'
import { keys } from '@/api/keys'
import { inVault, library } from '@/api/library'
import { keepRowsOf, queryClient } from '@/api/queries'
import type {
  BatchRequest,
  BlockEditsRequest,
  CheckInRequest,
  Draft,
  EditingRules,
  File,
  FileResult,
  HeldObject,
  RestoreRequest,
  SaveDraftRequest,
} from '@/api/types'

/** The first part of the query keys of drafts and checked-out files. */
const drafts = 'drafts'

/** After a lock was taken or released, or a version was made. */
export function refreshEditing(): void {
  void queryClient.invalidateQueries({ queryKey: [drafts] })
  void queryClient.invalidateQueries({ queryKey: ['checkedOut'] })
  void queryClient.invalidateQueries({ queryKey: [library] })
  // Who has checked a module out may accept suggestions.
  refreshMayAccept()
  void queryClient.invalidateQueries({ queryKey: keys.changeRequests })
  void queryClient.invalidateQueries({ queryKey: keys.counts })
}

export async function checkOut(path: string): Promise<File> {
  const params = { path: { path } }
  const file = await answer(api.POST('/files/checkout/default{path}', { ...inVault, params }))
  refreshEditing()
  return file
}

/** Releases the lock; the draft is kept for 30 days. */
export async function cancelCheckOut(path: string): Promise<void> {
  const params = { path: { path } }
  await answer(api.POST('/files/cancelCheckout/default{path}', { ...inVault, params }))
  refreshEditing()
}

/** Releases the lock and keeps the draft until its owner goes on with it. */
export async function setDraftAside(path: string): Promise<void> {
  await answer(api.POST('/files/setAside/default{path}', { ...inVault, params: { path: { path } } }))
  refreshEditing()
}

/** Checks the file of an ended draft out again and opens the draft as it was left. */
export async function continueDraft(id: string): Promise<void> {
  await answer(api.POST('/drafts/{id}/continue', { params: { path: { id } } }))
  refreshEditing()
}

export async function checkIn(path: string, body: CheckInRequest): Promise<File> {
  const params = { path: { path } }
  const file = await answer(api.POST('/files/checkin/default{path}', { ...inVault, params, body }))
  refreshEditing()
  return file
}

/** Makes a new version with the content of an earlier one. */
export async function restoreVersion(path: string, version: string, body: RestoreRequest): Promise<File> {
  const params = { path: { path }, query: { version } }
  const file = await answer(api.POST('/files/restore/default{path}', { ...inVault, params, body }))
  refreshEditing()
  return file
}

/** Moves a file to the trash; `force` also one that others refer to. */
export async function deleteFile(path: string, force: boolean): Promise<void> {
  const params = { path: { path }, query: force ? { force } : {} }
  await done(api.DELETE('/files/default{path}', { ...inVault, params }))
  refreshEditing()
}

/** Takes a file to another status, if its version is still the one that was read. */
export async function changeStatus(path: string, version: string, step: string, why: string): Promise<File> {
  const params = { path: { path } }
  const body = { version, step, why }
  const file = await withProof(() =>
    answer(api.POST('/files/status/default{path}', { ...inVault, params, body })),
  )
  refreshEditing()
  return file
}

/** The status changes of all versions of a file, oldest first. */
export const statusEventsQuery = (path: string) =>
  queryOptions({
    queryKey: [library, 'statusEvents', path],
    queryFn: () =>
      answer(api.GET('/files/statusEvents/default{path}', { ...inVault, params: { path: { path } } })),
  })

/** Changes several files, each by itself; the results are in the order of the paths. */
export async function changeFiles(body: BatchRequest): Promise<FileResult[]> {
  try {
    return (await withProof(() => answer(api.POST('/files/batch', { body })))).results
  } finally {
    // Without an answer some files may be changed all the same.
    refreshEditing()
  }
}

export const editingRulesQuery = queryOptions({
  queryKey: ['editingRules'],
  queryFn: () => answer(api.GET('/config/editing')),
  // A form uses it: typed values must not be lost when the window gets the focus again.
  refetchOnWindowFocus: false,
})

/** The check-outs of all users by path; few, so that trees, lists and the palette share one request. */
const checkOutsQuery = queryOptions({
  queryKey: [library, 'checkouts'],
  queryFn: async () => {
    const held = await answer(api.GET('/files/checkouts'))
    return new Map(held.map((each) => [each.path, each]))
  },
})

/** Finds the holder of the file at a path; undefined for a file that is free. */
export function useHolderOf(): (path: string) => HeldObject | undefined {
  const { data } = useQuery(checkOutsQuery)
  return useCallback((path) => data?.get(path), [data])
}

/** How many files of a database or a manual each account has checked out; asked for anew. */
export function useHoldersIn(path: string): ReadonlyMap<string, number> {
  const { data } = useQuery({ ...checkOutsQuery, staleTime: 0 })
  return useMemo(() => {
    const holders = new Map<string, number>()
    for (const held of data?.values() ?? []) {
      if (held.path.startsWith(`${path}/`))
        holders.set(held.checkedOutBy, (holders.get(held.checkedOutBy) ?? 0) + 1)
    }
    return holders
  }, [data, path])
}

/** The rules of editing, for those who may edit; undefined until they are loaded. */
export function useEditingRules(mayEdit: boolean): EditingRules | undefined {
  return useQuery({ ...editingRulesQuery, enabled: mayEdit }).data
}

export async function saveEditingRules(body: EditingRules): Promise<EditingRules> {
  const saved = await withProof(() => answer(api.PUT('/config/editing', { body })))
  queryClient.setQueryData(editingRulesQuery.queryKey, saved)
  return saved
}

/** The drafts of the user, last saved first. */
export const draftsQuery = queryOptions({
  queryKey: [drafts],
  queryFn: async () => (await answer(api.GET('/files/wip'))).drafts,
  staleTime: 0,
})

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: [drafts, id],
    queryFn: () => answer(api.GET('/drafts/{id}', { params: { path: { id } } })),
    staleTime: 0,
  })

export async function deleteDraft(id: string): Promise<void> {
  await done(api.DELETE('/drafts/{id}', { params: { path: { id } } }))
  void queryClient.invalidateQueries({ queryKey: [drafts] })
}

/** Opens the draft of a file that the user has checked out; the first call makes it. */
export const openDraft = (path: string, tab: string, takeOver: boolean) =>
  answer(
    api.POST('/drafts/default{path}', {
      ...inVault,
      params: { path: { path }, query: { tab, takeOver } },
    }),
  )

/** Saves the draft, if the server still has the text with the hash `replaces`, as a draft of the same version. */
export const saveDraft = (path: string, tab: string, body: SaveDraftRequest, replaces: string) =>
  answer(
    api.PUT('/drafts/default{path}', {
      ...inVault,
      params: { path: { path }, query: { tab }, header: { 'If-Match': `"${replaces}"` } },
      body,
    }),
  )

/** Goes on with a text of another version than the draft, which has the hash `replaces` and is set aside. */
export async function replaceDraft(
  path: string,
  tab: string,
  body: SaveDraftRequest,
  replaces: string,
): Promise<Draft> {
  const params = { path: { path }, query: { tab }, header: { 'If-Match': `"${replaces}"` } }
  const draft = await answer(api.POST('/drafts/replace/default{path}', { ...inVault, params, body }))
  void queryClient.invalidateQueries({ queryKey: [drafts] })
  return draft
}

/** The merge of a newer version into the draft. It is not asked for again by itself: choices are about the texts that were read. */
export const rebaseQuery = (path: string) =>
  queryOptions({
    queryKey: ['rebase', path],
    queryFn: () =>
      answer(api.GET('/drafts/rebase/default{path}', { ...inVault, params: { path: { path } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })

/** Makes a merged text the draft of the newer version. */
export async function saveRebase(
  path: string,
  tab: string,
  body: { text: string; sha256: string; version: string },
): Promise<void> {
  const params = { path: { path }, query: { tab } }
  await answer(api.PUT('/drafts/rebase/default{path}', { ...inVault, params, body }))
  refreshEditing()
}

/** A merged text as readers see it, with the side that each change comes from. */
export const rebasedPageQuery = (path: string, tab: string, text: string, language: string) => {
  const list = ['rebasedPage', path]
  return queryOptions({
    queryKey: [...list, text, language],
    queryFn: ({ signal }) => {
      const params = { path: { path }, query: { tab } }
      return answer(
        api.POST('/drafts/rebasedPage/default{path}', { ...inVault, params, body: { text }, signal }),
      )
    },
    placeholderData: keepRowsOf(list),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The page of a text, with its runs that can be edited; nothing is stored. */
export const renderDraft = (path: string, tab: string, text: string, signal: AbortSignal) =>
  answer(
    api.POST('/drafts/page/default{path}', {
      ...inVault,
      params: { path: { path }, query: { tab } },
      body: { text },
      signal,
    }),
  )

/** The edits of commands that the block at a position allows; nothing is stored. */
export async function loadBlockEdits(
  path: string,
  tab: string,
  body: BlockEditsRequest,
  signal?: AbortSignal,
) {
  const params = { path: { path }, query: { tab } }
  return (await answer(api.POST('/drafts/edits/default{path}', { ...inVault, params, body, signal }))).edits
}

/** The edits of all commands for a block, without their texts; `number` stands for text and position in the key. */
export const blockEditsQuery = (
  path: string,
  tab: string,
  place: { text: string; position: number; number: number } | undefined,
) => {
  const list = ['blockEdits', path]
  return queryOptions({
    queryKey: [...list, place?.number],
    queryFn: place
      ? ({ signal }) => {
          const { text, position } = place
          return loadBlockEdits(path, tab, { text, position, withoutText: true }, signal)
        }
      : skipToken,
    placeholderData: keepRowsOf(list),
    gcTime: 0,
  })
}

/** The problems of a text; nothing is stored. `number` stands for the text in the key, which would be long. */
export const draftProblemsQuery = (
  path: string,
  tab: string,
  { text, number }: { text: string; number: number | string },
  language: string,
) => {
  const list = ['draftProblems', path]
  return queryOptions({
    queryKey: [...list, number, language],
    queryFn: async ({ signal }) => {
      const params = { path: { path }, query: { tab } }
      const call = api.POST('/drafts/check/default{path}', { ...inVault, params, body: { text }, signal })
      return (await answer(call)).problems
    },
    placeholderData: keepRowsOf(list),
    gcTime: 0,
  })
}

/**
 * The allowed content of a file's elements, for the user who has checked it out. Its key is its own: a check-in must not
 * ask for it again, since the file is not checked out any more.
 */
export const contentModelQuery = (path: string) =>
  queryOptions({
    queryKey: ['contentModel', path],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/editor/contentModel/default{path}', { ...inVault, params: { path: { path } }, signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    // The editor works without it.
    retry: false,
  })
