import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, withProof } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { AuditorUpdate, NewAuditor } from '@/api/types'

export const auditorsQuery = queryOptions({
  queryKey: ['auditors'],
  queryFn: () => answer(api.GET('/auditors')),
  staleTime: 0,
})

function refreshAuditors() {
  for (const key of ['auditors', 'users', 'audit']) {
    void queryClient.invalidateQueries({ queryKey: [key] })
  }
}

export function useCreateAuditor() {
  return useMutation({
    // The password is shown once, so the answer is not kept.
    gcTime: 0,
    mutationFn: (body: NewAuditor) => withProof(() => answer(api.POST('/auditors', { body }))),
    onSuccess: refreshAuditors,
  })
}

export function useUpdateAuditor(account: string) {
  return useMutation({
    mutationFn: (body: AuditorUpdate) =>
      withProof(() => answer(api.PUT('/auditors/{account}', { params: { path: { account } }, body }))),
    // Also after a refusal: somebody else may have changed it meanwhile.
    onSettled: refreshAuditors,
  })
}
