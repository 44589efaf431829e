import { queryOptions } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { inVault, library, type Reading, refreshLibrary } from '@/api/library'
import { ApiProblem } from '@/api/problem'
import { keepRowsOf } from '@/api/queries'
import type { Media } from '@/api/types'
import { contentTypeOf, percentOf, send } from '@/api/upload'
import { mediaTokenQuery, mediaUrl } from '@/api/view'

/** The page size of media lists (specification, section 9). */
const mediaPageSize = 20

export interface MediaListQuery extends Reading {
  pageNumber: number
  pageSize: number
  /** One status, or all when more than one is chosen (specification, section 9). */
  statusFilter: 'draft' | 'review' | 'released' | 'obsolete' | 'all'
  keywordFilter?: string
  /** Only what this manual shows. */
  manualName?: string
}

const folderOf = (csdb: string) => `/${csdb}/MULTIMEDIA`

const mediaListQuery = (csdb: string, query: MediaListQuery) => {
  const list = [library, 'media', csdb, query.manualName]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () =>
      answer(
        api.GET('/media/default{path}', { ...inVault, params: { path: { path: folderOf(csdb) }, query } }),
      ),
    placeholderData: keepRowsOf(list),
  })
}

/** One media file by its name. */
export const oneMediaQuery = (csdb: string, name: string) =>
  queryOptions({
    queryKey: [library, 'media', csdb, 'one', name],
    queryFn: async () => {
      const path = `${folderOf(csdb)}/${name}`
      const page = await answer(api.GET('/media/default{path}', { ...inVault, params: { path: { path } } }))
      return page.items[0] ?? null
    },
  })

interface UploadProgress {
  signal: AbortSignal
  onPercent: (percent: number) => void
}

/** Sends a media file, without a timeout: a new one, or new content for `replaced`. */
async function uploadMedia(
  csdb: string,
  file: File,
  replaced: Media | undefined,
  { signal, onPercent }: UploadProgress,
): Promise<void> {
  const path = replaced?.path ?? `${folderOf(csdb)}/${file.name}`
  const query = new URLSearchParams({ replace: String(replaced !== undefined), fileName: file.name })
  await send('POST', `/media/default${path.split('/').map(encodeURIComponent).join('/')}?${query}`, {
    headers: { 'Content-Type': contentTypeOf(file) },
    body: file,
    signal,
    onSent: (bytes) => onPercent(percentOf(bytes, file.size)),
  })
  refreshLibrary()
}

/** Only an administrator may insist against what uses the file. */
export async function deleteMedia(path: string, force: boolean): Promise<void> {
  await done(api.DELETE('/files/default{path}', { ...inVault, params: { path: { path }, query: { force } } }))
}

/** The server refused the name of the file itself. */
const isNameRefused = (error: unknown) => error instanceof ApiProblem && error.status === 400

/** The calls of the dialogs that show and send media. */
export const mediaCalls = {
  mediaListQuery,
  mediaPageSize,
  mediaTokenQuery,
  mediaUrl,
  uploadMedia,
  isNameRefused,
}

export type MediaCalls = typeof mediaCalls
