import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { refreshCompliance } from '@/api/compliance'
import { saveFile } from '@/api/download'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { hasCode } from '@/api/problem'
import type { MappingUpdate, NewPolicyMapping, PolicyMapping } from '@/api/types'
import { contentTypeOf, send } from '@/api/upload'

interface MappingList {
  pageNumber: number
  pageSize: number
  collectionId: string
  otherId?: string
  keywordFilter?: string
}

/** The mappings of a collection, seen from it. */
export const policyMappingsQuery = (query: MappingList) =>
  queryOptions({
    queryKey: [...keys.compliance, 'mappings', query],
    queryFn: () => answer(api.GET('/compliance/mappings', { params: { query } })),
    placeholderData: keepPreviousData,
  })

interface CoverageList {
  pageNumber: number
  pageSize: number
  collectionId: string
  otherId: string
  /** Several are separated by commas. */
  proof?: string
}

/** The proofs of two collections for each other. */
export const mappingCoverageQuery = (query: CoverageList) =>
  queryOptions({
    queryKey: [...keys.compliance, 'coverage', query],
    queryFn: () => answer(api.GET('/compliance/mappings/coverage', { params: { query } })),
    placeholderData: keepPreviousData,
  })

/** The mappings of a requirement, seen from it. */
export const itemMappingsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'itemMappings', id],
    queryFn: () => answer(api.GET('/compliance/policyItem/{id}/mappings', { params: { path: { id } } })),
  })

/** Sends a change. When it is refused because of somebody else's change, the pages load that change. */
async function sendMapping<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (hasCode(error, 'changed_meanwhile')) refreshCompliance()
    throw error
  }
}

export async function createMapping(body: NewPolicyMapping): Promise<PolicyMapping> {
  const made = await answer(api.POST('/compliance/mappings', { body }))
  refreshCompliance()
  return made
}

export async function updateMapping(id: string, body: MappingUpdate): Promise<void> {
  await sendMapping(answer(api.PUT('/compliance/mappings/{id}', { params: { path: { id } }, body })))
  refreshCompliance()
}

export async function deleteMapping({ id, version }: PolicyMapping): Promise<void> {
  const params = { path: { id }, query: { version } }
  await sendMapping(done(api.DELETE('/compliance/mappings/{id}', { params })))
  refreshCompliance()
}

export function saveMappings(name: string, ends: MappingEnds, format: 'xlsx' | 'csv'): Promise<void> {
  const query = new URLSearchParams({ collectionId: ends.collection, otherId: ends.other, format })
  return saveFile(`/compliance/mappings/export?${query}`, `${name}-mappings.${format}`)
}

/** The ids of two collections. */
export interface MappingEnds {
  collection: string
  other: string
}

const reportSchema = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  isBlocked: z.boolean(),
  findings: z.array(
    z.object({
      severity: z.string(),
      part: z.string(),
      line: z.optional(z.number()),
      message: z.string(),
      rule: z.string(),
    }),
  ),
})

type MappingFileReport = z.infer<typeof reportSchema>

/** Checks a table of mappings between two collections, or writes them. */
export async function sendMappings(
  ends: MappingEnds,
  file: File,
  dryRun: boolean,
): Promise<MappingFileReport> {
  const query = new URLSearchParams({
    collectionId: ends.collection,
    otherId: ends.other,
    dryRun: String(dryRun),
  })
  const response = await send('POST', `/compliance/mappings/import?${query}`, {
    headers: { 'Content-Type': contentTypeOf(file) },
    body: file,
    signal: new AbortController().signal,
  })
  const report = reportSchema.parse(await response.json())
  if (!dryRun) refreshCompliance()
  return report
}
