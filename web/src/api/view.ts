import { queryOptions } from '@tanstack/react-query'
import { type Counted, untilCounted, withStalls } from '@/api/counting'
import { answer, api, urlOf } from '@/api/http'
import { type ContentsScope, inVault, library, type Reading } from '@/api/library'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { Choices, FleetMap } from '@/api/types'

/** The aircraft that a module is read for, and the treatment of text that does not apply to it. */
export interface Choice {
  aircraft?: string
  /** The key of a product. */
  product?: string
  /** As `prodattr:ident=value` or `condition:ident=value`. */
  set?: string[]
  outside?: 'grey'
}

interface ViewRequest extends Reading, Choice {
  version?: string
  /** The profile that is read where no aircraft is chosen. */
  profileId?: string
}

/** The HTML has words of the interface, so each language is a query of its own. */
export const viewQuery = (path: string, asked: ViewRequest, language: string) =>
  queryOptions({
    queryKey: [library, 'view', path, asked, language],
    queryFn: () =>
      answer(api.GET('/view/default{path}', { ...inVault, params: { path: { path }, query: asked } })),
  })

/** The aircraft, products and properties that a manual offers to choose from. */
export const choicesQuery = (manualPath: string, reading: Reading) =>
  queryOptions({
    queryKey: [library, 'choices', manualPath, reading],
    queryFn: () =>
      answer(
        api.GET('/view/choices/default{path}', {
          ...inVault,
          params: { path: { path: manualPath }, query: reading },
        }),
      ),
  })

const fleetPageSize = 500

/** The aircraft of all operators, as choices outside a manual; 2,000 at most. */
export const fleetQuery = queryOptions({
  queryKey: ['operators', 'fleet'],
  queryFn: async (): Promise<Choices> => {
    const aircraft: Choices['aircraft'] = []
    for (let pageNumber = 1; pageNumber <= 4; pageNumber += 1) {
      const query = { pageNumber, pageSize: fleetPageSize }
      const page = await answer(api.GET('/config/aircraft', { params: { query } }))
      for (const { registration, serialNumber, model, operatorName } of page.items) {
        aircraft.push({ registration, serialNumber, model, operator: operatorName, assigns: [] })
      }
      if (aircraft.length >= page.total) break
    }
    return { aircraft, products: [], properties: [] }
  },
})

/** The part of the map of a fleet that is shown. */
interface FleetMapRequest extends Reading {
  manualPath: string
  nodeId?: string
  operator?: string
  language?: string
  gaps?: boolean
  pageNumber: number
  pageSize: number
  aircraftPage: number
  aircraftSize: number
}

const pendingOf = ({ pending }: FleetMap) => pending

/** The modules that each aircraft gets; asked for again while there are modules left to count. */
export const fleetMapQuery = (query: FleetMapRequest) => {
  const list = [library, 'fleetMap', query.manualPath]
  const queryKey = [...list, query]
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const now = await answer(api.GET('/toc/fleetMap', { params: { query } }))
      return withStalls(queryClient.getQueryData<FleetMap & Counted>(queryKey), now, pendingOf)
    },
    placeholderData: keepRowsOf(list),
    refetchInterval: ({ state }) => untilCounted(state.data, pendingOf),
  })
}

/** The position of an object in the contents, with its neighbours. */
export const neighboursQuery = (path: string, place: Partial<ContentsScope>) =>
  queryOptions({
    queryKey: [library, 'neighbours', path, place],
    queryFn: () => answer(api.GET('/toc/getNeighbours', { params: { query: { path, ...place } } })),
  })

export type CompareLayout = 'one' | 'beside' | 'source'

/** Two states of a module: version ids, lanes (also `oem@` and a moment), `revision:` and an id, `draft`, `base`. */
interface ComparedStates {
  left: string
  right: string
  layout: CompareLayout
}

/** Versions and revisions stay as they are; lanes and drafts change while people work. */
const isFixedState = (state: string) => /^(revision:)?\d+$/.test(state)

export const comparedQuery = (path: string, query: ComparedStates, language: string) =>
  queryOptions({
    queryKey: [library, 'compared', path, query, language],
    queryFn: () =>
      answer(api.GET('/view/compare/default{path}', { ...inVault, params: { path: { path }, query } })),
    ...([query.left, query.right].every(isFixedState) ? {} : { staleTime: 0 }),
  })

/** A paragraph that was read in the version `from`, in the version `to`. */
export const followedPlaceQuery = (path: string, query: { from: string; to: string; anchor: string }) =>
  queryOptions({
    queryKey: [library, 'place', path, query],
    queryFn: () =>
      answer(api.GET('/view/place/default{path}', { ...inVault, params: { path: { path }, query } })),
  })

export const graphQuery = (path: string, reading: Reading) =>
  queryOptions({
    queryKey: [library, 'graph', path, reading],
    queryFn: () =>
      answer(
        api.GET('/files/graph/default{path}', {
          ...inVault,
          params: { path: { path }, query: { ...reading, levels: 2 } },
        }),
      ),
  })

const tokenLifeMs = 45 * 60_000

/** A token for the addresses of a database's pictures; it holds for longer than it is kept here. */
export const mediaTokenQuery = (csdb: string) =>
  queryOptions({
    queryKey: ['mediaToken', csdb],
    queryFn: async () => {
      const { token } = await answer(api.GET('/users/downloadToken', { params: { query: { csdb } } }))
      return { token, ts: String(Date.now()) }
    },
    staleTime: tokenLifeMs,
    refetchInterval: tokenLifeMs,
  })

interface MediaAddress extends Reading {
  token: string
  ts: string
  version?: string
  as?: 'view' | 'thumb' | 'original'
}

/** The address of a picture. The browser loads it without our headers, so the token is part of it. */
export function mediaUrl(path: string, address: MediaAddress): string {
  const url = new URL(urlOf(`/bytes/default${path.split('/').map(encodeURIComponent).join('/')}`))
  for (const [name, value] of Object.entries(address)) if (value) url.searchParams.set(name, value)
  return url.href
}
