import { queryOptions } from '@tanstack/react-query'
import { loadFile, saveFile } from '@/api/download'
import { answer, api } from '@/api/http'
import { keys } from '@/api/keys'
import type { PolicyImage } from '@/api/types'

/** The images that a regulation has in a requirement. */
export const policyImagesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'images', id],
    queryFn: () => answer(api.GET('/compliance/policyItem/{id}/images', { params: { path: { id } } })),
  })

const addressOf = (item: string, { sha256 }: PolicyImage) =>
  `/compliance/policyItem/${encodeURIComponent(item)}/images/${sha256}`

/** The bytes of an image, which never change. Not below the key of compliance: no change of a requirement concerns them. */
export const policyImageQuery = (item: string, image: PolicyImage) =>
  queryOptions({
    queryKey: ['policyImage', item, image.sha256],
    queryFn: () => loadFile(addressOf(item, image)),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const savePolicyImage = (item: string, image: PolicyImage): Promise<void> =>
  saveFile(addressOf(item, image), image.name)
