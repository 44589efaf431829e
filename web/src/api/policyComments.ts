import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { PolicyComment } from '@/api/types'

/** The comments on a requirement, oldest first. */
export const policyCommentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.compliance, 'comments', id],
    queryFn: () => answer(api.GET('/compliance/policyItem/{id}/comments', { params: { path: { id } } })),
  })

const shown = (item: string, comments: PolicyComment[]) =>
  queryClient.setQueryData(policyCommentsQuery(item).queryKey, comments)

export async function writePolicyComment(item: string, text: string): Promise<void> {
  const params = { path: { id: item } }
  shown(item, await answer(api.POST('/compliance/policyItem/{id}/comments', { params, body: { text } })))
}

export async function editPolicyComment(item: string, id: string, text: string): Promise<void> {
  shown(
    item,
    await answer(api.PUT('/compliance/comments/{id}', { params: { path: { id } }, body: { text } })),
  )
}

export async function deletePolicyComment(item: string, id: string): Promise<void> {
  shown(item, await answer(api.DELETE('/compliance/comments/{id}', { params: { path: { id } } })))
}
