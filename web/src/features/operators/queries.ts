import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type Counted, untilCounted, withStalls } from '@/api/counting'
import { answer, api, done } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { Aircraft, ChangedPlaces, FleetPreview, Operator, PlaceChange } from '@/api/types'
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

/** The fleet of an operator as it would be saved. */
export interface UnsavedFleet {
  /** Undefined for a new operator. */
  operatorId: string | undefined
  aircraft: readonly Aircraft[]
}

const pendingOfPreview = ({ aircraft }: FleetPreview) =>
  aircraft.flatMap(({ manuals }) => manuals).reduce((sum, { pending }) => sum + pending, 0)

/** The effect of a change of a fleet on the manuals of its aircraft; asked for again while modules are left to count. */
export const fleetPreview = ({ operatorId, aircraft }: UnsavedFleet) => {
  const queryKey = ['operators', 'preview', operatorId, aircraft]
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const body = { operatorId, aircraft: [...aircraft] }
      const now = await answer(api.POST('/config/operator/preview', { body }))
      return withStalls(queryClient.getQueryData<FleetPreview & Counted>(queryKey), now, pendingOfPreview)
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => untilCounted(state.data, pendingOfPreview),
  })
}

interface PlacesRequest {
  registration: string
  manualPath: string
  change: PlaceChange
  pageNumber: number
  pageSize: number
}

const pendingOfPlaces = ({ pending }: ChangedPlaces) => pending

/** The places of a manual that change for an aircraft. */
export const changedPlaces = ({ operatorId, aircraft }: UnsavedFleet, request: PlacesRequest) => {
  const queryKey = ['operators', 'changedPlaces', operatorId, aircraft, request]
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const body = { operatorId, aircraft: [...aircraft], ...request }
      const now = await answer(api.POST('/config/operator/preview/places', { body }))
      return withStalls(queryClient.getQueryData<ChangedPlaces & Counted>(queryKey), now, pendingOfPlaces)
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => untilCounted(state.data, pendingOfPlaces),
  })
}

interface TailRedlineRequest {
  registration: string
  /** The module before the change; undefined where it appears. */
  before: string | undefined
  after: string | undefined
}

/** The text of an aircraft at a place before and after a change; the page has words of the interface. */
export const tailRedline = (
  { operatorId, aircraft }: UnsavedFleet,
  request: TailRedlineRequest,
  language: string,
) =>
  queryOptions({
    queryKey: ['operators', 'tailRedline', operatorId, aircraft, request, language],
    queryFn: () => {
      const body = { operatorId, aircraft: [...aircraft], ...request }
      return answer(api.POST('/config/operator/preview/redline', { body }))
    },
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
