import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { ImportSeverity } from '@/api/types'

export const severitySettings = queryOptions({
  queryKey: ['importSeverity'],
  queryFn: () => answer(api.GET('/config/importSeverity')),
  // A form uses it: typed values must not be lost when the window gets the focus again.
  refetchOnWindowFocus: false,
})

export function useSaveSeverities() {
  return useMutation({
    mutationFn: ({ severities, version }: ImportSeverity) => {
      const chosen = severities.map(({ code, severity }) => ({ code, severity }))
      return answer(api.PUT('/config/importSeverity', { body: { severities: chosen, version } }))
    },
    onSuccess: (saved) => queryClient.setQueryData(severitySettings.queryKey, saved),
  })
}
