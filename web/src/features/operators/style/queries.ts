import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { HouseStyle } from '@/api/types'
import { bodyOf, type StyleForm } from './styleForm'

export const houseStyle = (code: string) =>
  queryOptions({
    queryKey: ['operators', 'style', code],
    queryFn: () => answer(api.GET('/config/operator/style', { params: { query: { code } } })),
    // An editor must open on what is stored now.
    staleTime: 0,
    gcTime: 0,
  })

function refreshStyles() {
  void queryClient.invalidateQueries({ queryKey: ['operators', 'style'] })
}

export function useUpdateHouseStyle() {
  return useMutation({
    mutationFn: ({ stored, form }: { stored: HouseStyle; form: StyleForm }) =>
      answer(api.PUT('/config/operator/style', { body: bodyOf(stored, form) })),
    onSuccess: refreshStyles,
  })
}

export function useDeleteHouseStyle() {
  return useMutation({
    mutationFn: ({ code, version }: HouseStyle) =>
      done(api.DELETE('/config/operator/style', { params: { query: { code, version } } })),
    onSuccess: refreshStyles,
  })
}
