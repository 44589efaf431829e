import { queryOptions } from '@tanstack/react-query'
import { saveFile } from '@/api/download'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'

/** Which publication the released lane of a manual shows, for the reader. */
export const releasedQuery = (manualPath: string) =>
  queryOptions({
    queryKey: [...keys.publications, 'released', manualPath],
    queryFn: () => answer(api.GET('/publications/released', { params: { query: { manualPath } } })),
  })

/** The distribution list of a manual. */
export const distributionQuery = (manualPath: string) =>
  queryOptions({
    queryKey: [...keys.publications, 'receivers', manualPath],
    queryFn: () => answer(api.GET('/publications/receivers', { params: { query: { manualPath } } })),
    staleTime: 0,
  })

/** Who has read a publication, as it was known at a moment. */
export const readersQuery = (publication: string, at: string | undefined) =>
  queryOptions({
    queryKey: [...keys.publications, 'readers', publication, at ?? ''],
    queryFn: () =>
      answer(
        api.GET('/publications/{publication}/readers', { params: { path: { publication }, query: { at } } }),
      ),
    staleTime: 0,
  })

export const exportReaders = (
  publication: string,
  name: string,
  at: string | undefined,
  format: 'csv' | 'xlsx',
) => {
  const query = new URLSearchParams({ format, ...(at === undefined ? {} : { at }) })
  return saveFile(
    `/publications/${encodeURIComponent(publication)}/readers/export?${query}`,
    `${name}.${format}`,
  )
}

/** Notes that the reader has opened the released publication of a manual, once; nothing waits for it. */
export async function markPublicationRead(publication: string, manualPath: string): Promise<void> {
  await done(api.POST('/publications/{publication}/read', { params: { path: { publication } } }))
  const readOn = new Date().toISOString()
  queryClient.setQueryData(releasedQuery(manualPath).queryKey, (known) =>
    known?.publication?.id === publication ? { ...known, marks: { ...known.marks, readOn } } : known,
  )
}

export async function acknowledgePublication(publication: string): Promise<void> {
  try {
    await answer(api.POST('/publications/{publication}/acknowledge', { params: { path: { publication } } }))
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.publications })
    void queryClient.invalidateQueries({ queryKey: keys.counts })
  }
}

/** Replaces the distribution list that was shown; refused when it is another one by now. */
export async function replaceReceivers(
  manualPath: string,
  before: string[],
  accounts: string[],
): Promise<void> {
  try {
    await answer(api.PUT('/publications/receivers', { body: { manualPath, before, accounts } }))
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.publications })
  }
}
