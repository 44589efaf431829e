import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { jobPollMs } from '@/api/jobs'
import { keys } from '@/api/keys'
import type { Package } from '@/api/types'

/** Something happens to it right now. */
export const isBusy = ({ state }: Pick<Package, 'state'>) => state === 'reading' || state === 'importing'

/** One package, asked for again while something happens to it. */
export const onePackage = (id: string) =>
  queryOptions({
    queryKey: [...keys.packages, 'one', id],
    queryFn: () => answer(api.GET('/packages/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? jobPollMs : false),
  })
