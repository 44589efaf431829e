import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done, unhurried } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { ImportRules } from '@/api/types'

export const installedBrexes = queryOptions({
  queryKey: ['brex'],
  queryFn: () => answer(api.GET('/config/brex')),
})

/** Pages of the library show the rules that modules are checked against. */
const refresh = () => {
  for (const queryKey of [installedBrexes.queryKey, keys.library]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

export function useInstallBrex() {
  return useMutation({
    mutationFn: (file: File) =>
      answer(
        unhurried.POST('/config/brex', {
          // The description of the call knows a body of bytes only as a list of numbers.
          body: [],
          bodySerializer: () => file,
          headers: { 'Content-Type': 'application/xml' },
        }),
      ),
    onSuccess: refresh,
  })
}

export function useRemoveBrex() {
  return useMutation({
    mutationFn: (name: string) => done(api.DELETE('/config/brex', { params: { query: { name } } })),
    onSuccess: refresh,
  })
}

export const importRules = queryOptions({
  queryKey: ['importRules'],
  queryFn: () => answer(api.GET('/config/importRules')),
})

export async function saveImportRules(body: ImportRules): Promise<void> {
  const saved = await answer(api.PUT('/config/importRules', { body }))
  queryClient.setQueryData(importRules.queryKey, saved)
}
