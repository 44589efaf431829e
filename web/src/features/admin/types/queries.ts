import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'

/** A type of manual or of database, as the form has it; `flag` is what sets its kind apart. */
export interface TypeRow {
  code: string
  name: { en: string; zh: string }
  flag: boolean
  builtin: boolean
  version: number
}

/** The same table twice: what differs is where it lives and what its flag means. */
export interface TypeTable {
  id: 'manualTypes' | 'csdbTypes'
  list: () => Promise<TypeRow[]>
  create: (draft: TypeRow) => Promise<unknown>
  update: (draft: TypeRow) => Promise<unknown>
  remove: (code: string) => Promise<void>
}

type TypeOnWire = Pick<TypeRow, 'code' | 'name'> & { builtin?: boolean; version?: number }

const rowOf = ({ code, name, builtin = false, version = 0 }: TypeOnWire, flag = false): TypeRow => ({
  code,
  name,
  flag,
  builtin,
  version,
})

export const manualTypes: TypeTable = {
  id: 'manualTypes',
  list: async () => {
    const types = await answer(api.GET('/config/manualTypes'))
    return types.map(({ selfEditing, ...type }) => rowOf(type, selfEditing))
  },
  create: ({ flag, ...draft }) =>
    answer(api.POST('/config/manualTypes', { body: { ...draft, selfEditing: flag } })),
  update: ({ flag, ...draft }) =>
    answer(api.PUT('/config/manualTypes', { body: { ...draft, selfEditing: flag } })),
  remove: (code) => done(api.DELETE('/config/manualTypes', { params: { query: { code } } })),
}

export const csdbTypes: TypeTable = {
  id: 'csdbTypes',
  list: async () => {
    const types = await answer(api.GET('/config/csdbTypes'))
    return types.map(({ aircraftRelated, ...type }) => rowOf(type, aircraftRelated))
  },
  create: ({ flag, ...draft }) =>
    answer(api.POST('/config/csdbTypes', { body: { ...draft, aircraftRelated: flag } })),
  update: ({ flag, ...draft }) =>
    answer(api.PUT('/config/csdbTypes', { body: { ...draft, aircraftRelated: flag } })),
  remove: (code) => done(api.DELETE('/config/csdbTypes', { params: { query: { code } } })),
}

export const typeRows = ({ id, list }: TypeTable) => queryOptions({ queryKey: ['types', id], queryFn: list })

/** The creation dialogs of the library offer these types. */
function refreshTypes() {
  for (const queryKey of [['types'], keys.library]) void queryClient.invalidateQueries({ queryKey })
}

export function useSaveType(table: TypeTable, isNew: boolean) {
  return useMutation({ mutationFn: isNew ? table.create : table.update, onSuccess: refreshTypes })
}

export function useRemoveType(table: TypeTable) {
  return useMutation({ mutationFn: table.remove, onSuccess: refreshTypes })
}
