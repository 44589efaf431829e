import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { saveFile, saveMadeFile } from '@/api/download'
import { refreshEditing } from '@/api/editing'
import { answer, api, done, withProof } from '@/api/http'
import { keys } from '@/api/keys'
import { manualsQuery } from '@/api/library'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { ChangeRequestUpdate, NewChangeRequest, NewListView, OpenChangeRequest } from '@/api/types'
import { contentTypeOf, send } from '@/api/upload'

/** Others work on it too: a page that stays open shows it. */
const newsMs = 30_000

type RequestSort =
  | 'lastUpdateTime'
  | 'createTime'
  | 'number'
  | 'title'
  | 'status'
  | 'manual'
  | 'createBy'
  | 'assignee'
  | 'dueDate'

export interface RequestFilter {
  /** Several are separated by commas. */
  status?: string
  origin?: string
  csdbType?: string
  manualType?: string
  manualPath?: string
  path?: string
  mine?: boolean
  awaitsMe?: boolean
  overdue?: boolean
  keywordFilter?: string
  sort?: RequestSort
  order?: 'asc' | 'desc'
}

export const requestList = (query: RequestFilter & { pageNumber: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...keys.changeRequests, 'list', query],
    queryFn: () => answer(api.GET('/changeRequests', { params: { query } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The most change requests that a choice offers. */
const offered = 100

/** The change requests of a manual that are in progress, with a text in them: work can belong to them. */
const requestsInWork = (manualPath: string, keywordFilter: string) =>
  queryOptions({
    queryKey: [...keys.changeRequests, 'inWork', manualPath, keywordFilter],
    queryFn: () =>
      answer(
        api.GET('/changeRequests', {
          params: {
            query: {
              manualPath,
              keywordFilter: keywordFilter || undefined,
              status: 'In Progress',
              pageNumber: 1,
              pageSize: offered,
            },
          },
        }),
      ),
    placeholderData: keepRowsOf([...keys.changeRequests, 'inWork', manualPath]),
    staleTime: 0,
  })

/** The open change requests that contain a module, or are about it. */
const requestsOfModule = (path: string) =>
  queryOptions({
    queryKey: [...keys.changeRequests, 'module', path],
    queryFn: () =>
      answer(
        api.GET('/changeRequests', {
          params: { query: { path, status: 'In Progress', pageNumber: 1, pageSize: offered } },
        }),
      ),
    staleTime: 0,
  })

export const changeRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.changeRequests, 'one', id],
    queryFn: () => answer(api.GET('/changeRequests/{id}', { params: { path: { id } } })),
    refetchInterval: newsMs,
  })

/** The checks of a change request in one of its versions: another version has other modules and texts. */
export const requestChecksQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...keys.changeRequests, 'checks', id, version],
    queryFn: () => answer(api.GET('/changeRequests/{id}/checks', { params: { path: { id } } })),
  })

/** The history of a change request at the moment of its last update. */
export const requestHistoryQuery = (id: string, lastUpdateTime: string) =>
  queryOptions({
    queryKey: [...keys.changeRequests, 'history', id, lastUpdateTime],
    queryFn: () => answer(api.GET('/changeRequests/{id}/history', { params: { path: { id } } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

type Level = 'read' | 'author' | 'approve'

/** People with a level in a manual; all until something is typed. */
export const requestPeopleQuery = (manualPath: string, level: Level, keywordFilter: string | undefined) =>
  queryOptions({
    queryKey: ['requestPeople', manualPath, level, keywordFilter],
    queryFn:
      keywordFilter === undefined || manualPath === ''
        ? skipToken
        : () =>
            answer(
              api.GET('/changeRequests/people', { params: { query: { manualPath, level, keywordFilter } } }),
            ),
    placeholderData: keepRowsOf(['requestPeople', manualPath, level]),
  })

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: keys.changeRequests })
  void queryClient.invalidateQueries({ queryKey: keys.counts })
}

function shown(open: OpenChangeRequest): OpenChangeRequest {
  queryClient.setQueryData(changeRequestQuery(open.request.id).queryKey, open)
  refresh()
  return open
}

async function createRequest(body: NewChangeRequest): Promise<OpenChangeRequest> {
  return shown(await answer(api.POST('/changeRequests', { body })))
}

export async function updateRequest(id: string, body: ChangeRequestUpdate): Promise<OpenChangeRequest> {
  return shown(await answer(api.PUT('/changeRequests/{id}', { params: { path: { id } }, body })))
}

interface RequestStep {
  action: string
  why: string
  /** Reopen it though another open change request has its modules. */
  shareModule?: boolean
}

export async function actOnRequest(id: string, body: RequestStep): Promise<OpenChangeRequest> {
  const params = { path: { id } }
  return shown(await withProof(() => answer(api.POST('/changeRequests/{id}/actions', { params, body }))))
}

interface RequestReview {
  /** The round that was read. */
  round: number
  /** Without a verdict the own one is taken back. */
  verdict?: 'approved' | 'rejected'
  comment: string
}

export async function reviewRequest(id: string, body: RequestReview): Promise<OpenChangeRequest> {
  const params = { path: { id } }
  return shown(await withProof(() => answer(api.PUT('/changeRequests/{id}/review', { params, body }))))
}

export async function addRequestModule(
  id: string,
  path: string,
  shareModule: boolean,
): Promise<OpenChangeRequest> {
  const params = { path: { id } }
  const body = { path, shareModule }
  return shown(await answer(api.POST('/changeRequests/{id}/modules', { params, body })))
}

export async function removeRequestModule(id: string, path: string): Promise<OpenChangeRequest> {
  const params = { path: { id }, query: { path } }
  return shown(await answer(api.DELETE('/changeRequests/{id}/modules', { params })))
}

/** The purpose of my open drafts on top of the work: part of it, or another change. */
export type DraftPurpose = 'work' | 'otherChange'

/** Takes the work out of the manual and keeps it as drafts, so that an urgent change can be released before it. */
export async function setRequestAside(id: string, openDrafts?: DraftPurpose) {
  try {
    return await answer(
      api.POST('/changeRequests/{id}/setAside', { params: { path: { id }, query: { openDrafts } } }),
    )
  } finally {
    refreshEditing()
  }
}

/** The most bytes of an attached file. */
export const maxAttachmentBytes = 5 * 1024 * 1024

const filesOf = (id: string) => `/changeRequests/${encodeURIComponent(id)}/attachments`

/** Attaches a file; one of the same name is replaced. */
export async function attachFile(id: string, file: File): Promise<void> {
  await send('POST', `${filesOf(id)}?${new URLSearchParams({ fileName: file.name })}`, {
    headers: { 'Content-Type': contentTypeOf(file) },
    body: file,
    signal: new AbortController().signal,
  })
  refresh()
}

export const saveAttachment = (id: string, fileName: string): Promise<void> =>
  saveFile(`${filesOf(id)}/${encodeURIComponent(fileName)}`, fileName)

export async function deleteAttachment(id: string, fileName: string): Promise<void> {
  const params = { path: { id, fileName } }
  await done(api.DELETE('/changeRequests/{id}/attachments/{fileName}', { params }))
  refresh()
}

export async function writePost(id: string, text: string): Promise<OpenChangeRequest> {
  const params = { path: { id } }
  return shown(await answer(api.POST('/changeRequests/{id}/posts', { params, body: { text } })))
}

export async function editPost(id: string, text: string): Promise<void> {
  await done(api.PUT('/changeRequests/posts/{id}', { params: { path: { id } }, body: { text } }))
  refresh()
}

export async function deletePost(id: string): Promise<void> {
  await done(api.DELETE('/changeRequests/posts/{id}', { params: { path: { id } } }))
  refresh()
}

/** The calls of the forms of change requests. */
export const requestCalls = {
  createRequest,
  requestPeopleQuery,
  requestsInWork,
  requestsOfModule,
  manualsQuery,
}

export type RequestCalls = typeof requestCalls

const savedViews = ['requestViews']

/** The saved views of the list, and those that others share. */
export const requestViewCalls = {
  list: queryOptions({
    queryKey: savedViews,
    queryFn: () => answer(api.GET('/changeRequests/views')),
  }),
  async save(body: NewListView): Promise<void> {
    await answer(api.POST('/changeRequests/views', { body }))
    await queryClient.invalidateQueries({ queryKey: savedViews })
  },
  async delete(id: string): Promise<void> {
    await done(api.DELETE('/changeRequests/views/{id}', { params: { path: { id } } }))
    await queryClient.invalidateQueries({ queryKey: savedViews })
  },
}

/** The effect of the modules of a change request. */
export const requestEffectQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...keys.changeRequests, 'effect', id, version],
    queryFn: () => answer(api.GET('/changeRequests/{id}/effect', { params: { path: { id } } })),
  })

export interface CommentSender {
  senderIdent: string
  enterprise: string
  city: string
  country: string
}

/** Saves a change request as an S1000D comment for the manufacturer. */
export async function saveOemComment(id: string, number: number, sender: CommentSender): Promise<void> {
  await saveMadeFile(
    `/changeRequests/${encodeURIComponent(id)}/oemComment`,
    sender,
    `comment-${sender.senderIdent.toUpperCase()}-${number}.xml`,
  )
  // Its history tells that it was written.
  await queryClient.invalidateQueries({ queryKey: changeRequestQuery(id).queryKey })
}
