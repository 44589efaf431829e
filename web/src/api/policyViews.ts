import { queryOptions } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { NewListView } from '@/api/types'

/** The user's saved views of a collection, and those that others share. */
export function policyViewCalls(collection: string) {
  const queryKey = [...keys.compliance, 'views', collection]
  const path = { id: collection }
  return {
    list: queryOptions({
      queryKey,
      queryFn: () => answer(api.GET('/compliance/{id}/views', { params: { path } })),
    }),
    async save(body: NewListView): Promise<void> {
      await answer(api.POST('/compliance/{id}/views', { params: { path }, body }))
      await queryClient.invalidateQueries({ queryKey })
    },
    async delete(id: string): Promise<void> {
      await done(api.DELETE('/compliance/views/{id}', { params: { path: { id } } }))
      await queryClient.invalidateQueries({ queryKey })
    },
  }
}
