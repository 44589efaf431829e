import { queryOptions } from '@tanstack/react-query'
import { downloadFile } from '@/api/download'
import { answer, api, withProof } from '@/api/http'
import { jobPollMs } from '@/api/jobs'
import { keys } from '@/api/keys'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { Job, OpenPublication, PublicationGroup } from '@/api/types'
import { contentTypeOf, send } from '@/api/upload'

/** The largest letter of approval, in bytes. */
export const maxLetterBytes = 20 * 1024 * 1024

/** Others work on it too: a page that stays open shows it. */
export const newsMs = 30_000

/** The most operators and earlier publications that a choice offers: the largest page. */
const offered = 500

interface PublicationsRequest {
  manualPath: string
  state?: string
  pageNumber: number
  pageSize: number
}

export const publicationList = (query: PublicationsRequest) => {
  const list = [...keys.publications, 'list', query.manualPath]
  return queryOptions({
    queryKey: [...list, query],
    queryFn: () => answer(api.GET('/publications', { params: { query } })),
    placeholderData: keepRowsOf(list),
    staleTime: 0,
  })
}

interface PublicationGroupRequest {
  group: PublicationGroup
  pageNumber: number
  pageSize: number
}

/** Publications of all manuals that concern the user. */
export const publicationGroup = (query: PublicationGroupRequest) =>
  queryOptions({
    queryKey: [...keys.publications, 'group', query, query.group],
    queryFn: () => answer(api.GET('/publications/groups', { params: { query } })),
    // The rows of one group are not shown below the name of another.
    placeholderData: (rows, before) => (before?.queryKey.at(-1) === query.group ? rows : undefined),
    staleTime: 0,
  })

/** The publications that an incremental package can start from. */
export const earlierPublications = (manualPath: string) =>
  publicationList({ manualPath, pageNumber: 1, pageSize: offered })

export const publicationQuery = (publication: string) =>
  queryOptions({
    queryKey: [...keys.publications, 'one', publication],
    queryFn: () => answer(api.GET('/publications/{publication}', { params: { path: { publication } } })),
    refetchInterval: newsMs,
    staleTime: 0,
  })

/** The public key that checks signatures; it stays the same while the program runs. */
export const signingKeyQuery = queryOptions({
  queryKey: [...keys.publications, 'signingKey'],
  queryFn: () => answer(api.GET('/publications/signingKey')),
})

/** How often to look whether the PDF engine is ready while it is built, in milliseconds. */
const engineLook = 10_000

export const blockersQuery = (manualPath: string) =>
  queryOptions({
    queryKey: [...keys.publications, 'blockers', manualPath],
    queryFn: () => answer(api.GET('/publications/blockers', { params: { query: { manualPath } } })),
    staleTime: 0,
    // A format may become available while the dialog is open.
    refetchInterval: ({ state }) => (state.data?.pdfEngine === 'building' ? engineLook : false),
  })

export const receiversQuery = queryOptions({
  queryKey: ['operators', 'receivers'],
  queryFn: () =>
    answer(
      api.GET('/config/operator', {
        params: { query: { filter: '', pageNumber: 1, pageSize: offered, sort: 'code', order: 'asc' } },
      }),
    ),
})

/** All aircraft of an operator by its code, which can have files of their own. */
export const operatorFleet = (operator: string) =>
  queryOptions({
    queryKey: ['operators', 'aircraft', operator],
    queryFn: async () => {
      const pageOf = (pageNumber: number) =>
        answer(
          api.GET('/config/aircraft', { params: { query: { operator, pageNumber, pageSize: offered } } }),
        )
      const first = await pageOf(1)
      const items = [...first.items]
      for (let number = 2; items.length < first.total; number += 1) {
        const next = (await pageOf(number)).items
        if (next.length === 0) break
        items.push(...next)
      }
      return items
    },
  })

/** The jobs that publish. */
export type PublishJob = 'exportQuickAta2300' | 'exportApproveAta2300' | 'exportFormalAta2300'

const publishJobs: readonly string[] = [
  'exportQuickAta2300',
  'exportApproveAta2300',
  'exportFormalAta2300',
] satisfies PublishJob[]

/** The most open tasks that are looked through. */
const mostOpen = 100

/** The tasks that publish a manual now, of whomever. */
export const publishingQuery = (manualPath: string) =>
  queryOptions({
    queryKey: [...keys.jobs, 'publishing'],
    queryFn: () =>
      answer(
        api.POST('/airline/jobs/getJobsWithPage', {
          body: { pageNumber: 1, pageSize: mostOpen, status: ['CREATED', 'STARTING', 'RUNNING'] },
        }),
      ),
    select: ({ items }) =>
      items.filter(
        ({ jobName, folder }) =>
          publishJobs.includes(jobName) && folder.toLocaleLowerCase() === manualPath.toLocaleLowerCase(),
      ),
    refetchInterval: ({ state }) => (state.data?.items.length ? jobPollMs : newsMs),
  })

/** The act of a job that needs a proof of identity of its own: an approval, or a release without one. */
export function signedAct(jobName: string, parameters: Job['parameterMap']): string | undefined {
  const { publication, csdbName, manualName, approvalRequired } = parameters
  if (jobName === 'exportFormalAta2300') return `approval:${publication}`
  const isRelease = jobName === 'exportApproveAta2300' && approvalRequired === 'no'
  return isRelease ? `release:/${csdbName}/${manualName}` : undefined
}

/** Starts a job that publishes; its end is told like that of every task. */
export async function startPublishJob(
  jobName: PublishJob,
  parameterMap: Record<string, string | string[]>,
): Promise<Job> {
  try {
    const start = () => answer(api.POST('/jobs', { body: { jobName, parameterMap } }))
    return await withProof(start, signedAct(jobName, parameterMap))
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.jobs })
    // Refused, another person may have published.
    refresh()
  }
}

export async function withdrawPublication(
  publication: string,
  body: { version: number; reason: string },
): Promise<OpenPublication> {
  try {
    const params = { path: { publication } }
    const withdraw = () => answer(api.POST('/publications/{publication}/withdraw', { params, body }))
    return await withProof(withdraw)
  } finally {
    refresh()
  }
}

export async function attachLetter(publication: string, file: File): Promise<void> {
  const query = new URLSearchParams({ fileName: file.name })
  await send('POST', `/publications/${encodeURIComponent(publication)}/letter?${query}`, {
    headers: { 'Content-Type': contentTypeOf(file) },
    body: file,
    signal: new AbortController().signal,
  })
  refresh()
}

export const downloadPublication = (publication: string, fileName: string): Promise<void> =>
  downloadFile(
    `/publications/${encodeURIComponent(publication)}/artifacts/${encodeURIComponent(fileName)}`,
    fileName,
  )

function refresh(): void {
  for (const queryKey of [keys.publications, keys.library, keys.counts]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}
