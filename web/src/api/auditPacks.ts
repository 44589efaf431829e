import { queryOptions } from '@tanstack/react-query'
import { downloadFile } from '@/api/download'
import { answer, api, done, withProof } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { AuditPack, AuditPackChoice } from '@/api/types'

/** The audit packs with a collection that the caller may have, newest first. */
export const auditPacksQuery = (collectionId: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'packs', collectionId],
    queryFn: () => answer(api.GET('/compliance/auditPacks', { params: { query: { collectionId } } })),
    staleTime: 0,
  })

/** The content that an audit pack would have. */
export const packPreviewQuery = (choice: AuditPackChoice) =>
  queryOptions({
    queryKey: [...keys.compliance, 'packPreview', choice],
    queryFn: () => answer(api.POST('/compliance/auditPacks/preview', { body: choice })),
    staleTime: 0,
  })

export async function createPack(choice: AuditPackChoice): Promise<void> {
  await answer(api.POST('/compliance/auditPacks', { body: choice }))
  void queryClient.invalidateQueries({ queryKey: keys.jobs })
}

export async function deletePack({ id }: AuditPack): Promise<void> {
  await withProof(() => done(api.DELETE('/compliance/auditPacks/{pack}', { params: { path: { pack: id } } })))
  void queryClient.invalidateQueries({ queryKey: [...keys.compliance, 'packs'] })
}

export const savePack = ({ id, fileName }: AuditPack): Promise<void> =>
  downloadFile(`/compliance/auditPacks/${encodeURIComponent(id)}/file`, fileName)
