import { queryOptions } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'

const viewsOf = (collection: string) => [...keys.compliance, 'views', collection]

/** The user's saved views of a collection and those that others share. */
export const policyViewsQuery = (collection: string) =>
  queryOptions({
    queryKey: viewsOf(collection),
    queryFn: () => answer(api.GET('/compliance/{id}/views', { params: { path: { id: collection } } })),
  })

interface NewView {
  name: string
  /** The query string of the page. */
  query: string
  shared: boolean
}

/** Saves a view; one of the same name is replaced. */
export async function savePolicyView(collection: string, body: NewView): Promise<void> {
  await answer(api.POST('/compliance/{id}/views', { params: { path: { id: collection } }, body }))
  await queryClient.invalidateQueries({ queryKey: viewsOf(collection) })
}

export async function deletePolicyView(collection: string, id: string): Promise<void> {
  await done(api.DELETE('/compliance/views/{id}', { params: { path: { id } } }))
  await queryClient.invalidateQueries({ queryKey: viewsOf(collection) })
}
