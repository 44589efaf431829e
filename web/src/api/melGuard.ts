import { queryOptions } from '@tanstack/react-query'
import { refreshEditing } from '@/api/editing'
import { answer, api, withProof } from '@/api/http'
import { inVault, library } from '@/api/library'
import type { ItemGuard, OverrideItem } from '@/api/types'

/** Points that the working version of a MEL item allows beyond the MMEL. */
export const itemGuardQuery = (path: string) =>
  queryOptions({
    queryKey: [library, 'melGuard', path],
    queryFn: () =>
      answer(api.GET('/files/melGuard/default{path}', { ...inVault, params: { path: { path } } })),
  })

/** Lets an item be released that allows more than the MMEL. */
export async function overrideItem(path: string, body: OverrideItem): Promise<ItemGuard> {
  const params = { path: { path } }
  const guard = await withProof(() =>
    answer(api.POST('/files/melOverride/default{path}', { ...inVault, params, body })),
  )
  refreshEditing()
  return guard
}
