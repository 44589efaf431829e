import { refreshCompliance } from '@/api/compliance'
import { saveFile } from '@/api/download'
import { api, done } from '@/api/http'
import type { PolicyEvidence } from '@/api/types'
import { contentTypeOf, send } from '@/api/upload'

/** The most bytes of a file of evidence. */
export const maxEvidenceBytes = 10 * 1024 * 1024

/** Adds a file to a requirement, or to one of its references; '' for no date, and for the whole requirement. */
export async function addEvidence(
  id: string,
  file: File,
  effectiveDate: string,
  reference: string,
): Promise<void> {
  const query = new URLSearchParams({ fileName: file.name })
  if (effectiveDate !== '') query.set('effectiveDate', effectiveDate)
  if (reference !== '') query.set('policyRefId', reference)
  await send('POST', `/compliance/policyItem/${encodeURIComponent(id)}/evidence?${query}`, {
    headers: { 'Content-Type': contentTypeOf(file) },
    body: file,
    signal: new AbortController().signal,
  })
  refreshCompliance()
}

export const saveEvidence = ({ id, fileName }: PolicyEvidence): Promise<void> =>
  saveFile(`/compliance/evidence/${encodeURIComponent(id)}`, fileName)

export async function deleteEvidence(id: string): Promise<void> {
  await done(api.DELETE('/compliance/evidence/{id}', { params: { path: { id } } }))
  refreshCompliance()
}
