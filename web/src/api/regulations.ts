import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { refreshCompliance } from '@/api/compliance'
import { saveFile } from '@/api/download'
import { answer, api, done } from '@/api/http'
import { jobPollMs } from '@/api/jobs'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { Job, RegulationImport, RegulationTakeover } from '@/api/types'
import { contentTypeOf, percentOf, send } from '@/api/upload'

/** The most bytes of a file. */
export const maxRegulationBytes = 20 * 1024 * 1024

const importKey = [...keys.compliance, 'imports']

interface PageOfList {
  pageNumber: number
  pageSize: number
}

const waits = ({ state }: Pick<RegulationImport, 'state'>) => state === 'waiting'

/** The uploaded files, newest first; asked for again while one is being checked. */
export const regulationImportsQuery = (query: PageOfList) =>
  queryOptions({
    queryKey: [...importKey, 'list', query],
    queryFn: () => answer(api.GET('/compliance/imports', { params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(waits) ? jobPollMs : false),
  })

/** One file with its findings; asked for again while it is being checked. */
export const regulationImportQuery = (id: string) =>
  queryOptions({
    queryKey: [...importKey, 'one', id],
    queryFn: () => answer(api.GET('/compliance/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && waits(state.data) ? jobPollMs : false),
  })

interface RegulationChangeFilter extends PageOfList {
  class?: string
  proposed?: boolean
  keywordFilter?: string
}

export const regulationChangesQuery = (id: string, query: RegulationChangeFilter) =>
  queryOptions({
    queryKey: [...importKey, 'changes', id, query],
    queryFn: () => answer(api.GET('/compliance/imports/{id}/changes', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
  })

/** One change with the differences of its texts. */
export const regulationChangeQuery = (id: string, position: number) =>
  queryOptions({
    queryKey: [...importKey, 'change', id, position],
    queryFn: () => {
      const params = { path: { id, position: String(position) } }
      return answer(api.GET('/compliance/imports/{id}/changes/{position}', { params }))
    },
  })

function refreshImports(): void {
  void queryClient.invalidateQueries({ queryKey: importKey })
}

const uploadedSchema = z.object({ id: z.string() })

/** Sends a file, as a version of a collection or for a new one; gives the id of its report. */
export async function uploadRegulation(
  file: File,
  collectionId: string | undefined,
  onPercent: (percent: number) => void,
): Promise<string> {
  const query = new URLSearchParams({ fileName: file.name, ...(collectionId && { collectionId }) })
  const response = await send('POST', `/compliance/imports?${query}`, {
    headers: { 'Content-Type': contentTypeOf(file) },
    body: file,
    signal: new AbortController().signal,
    onSent: (bytes) => onPercent(percentOf(bytes, file.size)),
  })
  refreshImports()
  return uploadedSchema.parse(await response.json()).id
}

/** Checks a file again, perhaps as a version of another collection. */
export async function checkRegulation(id: string, collectionId: string | undefined): Promise<void> {
  const params = { path: { id } }
  await answer(api.POST('/compliance/imports/{id}/check', { params, body: { collectionId } }))
  refreshImports()
}

/** Asks for the takeover of a file; gives its job. */
export async function takeRegulationOver(id: string, body: RegulationTakeover): Promise<Job> {
  const params = { path: { id } }
  return answer(api.POST('/compliance/imports/{id}/takeover', { params, body }))
}

/** The pages show what a takeover brought, or why it failed. */
export function refreshAfterTakeover(): void {
  refreshImports()
  refreshCompliance()
}

export async function deleteRegulationImport(id: string): Promise<void> {
  await done(api.DELETE('/compliance/imports/{id}', { params: { path: { id } } }))
  refreshImports()
}

export const saveTemplate = (format: 'xlsx' | 'csv') =>
  saveFile(`/compliance/importTemplate?format=${format}`, `regulation-template.${format}`)

export type CollectionFormat = 'xlsx' | 'csv' | 'oscal'

export function saveCollection(id: string, name: string, format: CollectionFormat): Promise<void> {
  const ending = format === 'oscal' ? 'json' : format
  return saveFile(`/compliance/export/${encodeURIComponent(id)}?format=${format}`, `${name}.${ending}`)
}

/** The earlier wordings of a requirement. */
export const policyWordingsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'wordings', id],
    queryFn: () => answer(api.GET('/compliance/policyItem/{id}/wordings', { params: { path: { id } } })),
  })
