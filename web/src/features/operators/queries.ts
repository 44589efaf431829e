import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { Operator } from '@/api/types'
import { bodyOf, type OperatorForm } from './operatorForm'

export const operatorSortKeys = ['code', 'name', 'country', 'aircraft', 'updatedOn'] as const

export const aircraftSortKeys = ['registration', 'serialNumber', 'model', 'operator'] as const

interface ListQuery<SortKey extends string> {
  filter: string
  pageNumber: number
  pageSize: number
  sort: SortKey
  order: 'asc' | 'desc'
}

export const operatorList = (query: ListQuery<(typeof operatorSortKeys)[number]>) =>
  queryOptions({
    queryKey: ['operators', 'list', query],
    queryFn: () => answer(api.GET('/config/operator', { params: { query } })),
    placeholderData: keepPreviousData,
  })

interface AircraftQuery extends ListQuery<(typeof aircraftSortKeys)[number]> {
  /** The code of the one operator whose aircraft are wanted. */
  operator: string | undefined
}

// Under the operators' key: whoever changes an operator changes its aircraft.
export const aircraftList = (query: AircraftQuery) =>
  queryOptions({
    queryKey: ['operators', 'aircraft', query],
    queryFn: () => answer(api.GET('/config/aircraft', { params: { query } })),
    placeholderData: keepPreviousData,
  })

export const operatorByCode = (code: string) =>
  queryOptions({
    queryKey: ['operators', 'one', code],
    queryFn: async () => {
      const found = await answer(api.GET('/config/operator', { params: { query: { code } } }))
      return found.items[0] ?? null
    },
    // An editor must open on what is stored now, not on what a list showed a while ago.
    staleTime: 0,
    gcTime: 0,
  })

function refreshOperators() {
  void queryClient.invalidateQueries({ queryKey: ['operators'] })
  void queryClient.invalidateQueries({ queryKey: ['counts'] })
}

export function useCreateOperator() {
  return useMutation({
    mutationFn: (form: OperatorForm) => answer(api.POST('/config/operator', { body: bodyOf(form) })),
    onSuccess: refreshOperators,
  })
}

export function useUpdateOperator() {
  return useMutation({
    mutationFn: ({ stored, form }: { stored: Operator; form: OperatorForm }) =>
      answer(api.PUT('/config/operator', { body: { ...stored, ...bodyOf(form) } })),
    onSuccess: refreshOperators,
  })
}

export function useDeleteOperator() {
  return useMutation({
    mutationFn: (code: string) => done(api.DELETE('/config/operator', { params: { query: { code } } })),
    onSuccess: refreshOperators,
  })
}
