import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done, unhurried } from '@/api/http'
import { queryClient } from '@/api/queries'

export const schemaSets = queryOptions({
  queryKey: ['schemaSets'],
  queryFn: () => answer(api.GET('/config/schemaSets')),
})

const refreshSets = () => void queryClient.invalidateQueries({ queryKey: schemaSets.queryKey })

/** The file as it is; the description of the call knows a body of bytes only as a list of numbers. */
const asIs = (file: File, type: string) => ({
  body: [],
  bodySerializer: () => file,
  headers: { 'Content-Type': type },
})

export function useInstallSchemas() {
  return useMutation({
    mutationFn: (file: File) => answer(unhurried.POST('/config/schemaSets', asIs(file, 'application/zip'))),
    onSuccess: refreshSets,
  })
}

export function useRemoveSchemas() {
  return useMutation({
    mutationFn: (issue: string) => done(api.DELETE('/config/schemaSets', { params: { query: { issue } } })),
    onSuccess: refreshSets,
  })
}

export function useCheckFile() {
  return useMutation({
    mutationFn: (file: File) =>
      answer(unhurried.POST('/config/schemaSets/check', asIs(file, 'application/xml'))),
  })
}
