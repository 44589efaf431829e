import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { library } from '@/api/library'

/** One page of the modules of a manual, as an auditor reads them. */
export const auditedModulesQuery = (manualPath: string, pageNumber: number, pageSize: number) =>
  queryOptions({
    queryKey: [library, 'audited', manualPath, pageNumber, pageSize],
    queryFn: () =>
      answer(
        api.GET('/dm/getAllDmListWithPage', { params: { query: { manualPath, pageNumber, pageSize } } }),
      ),
    placeholderData: keepPreviousData,
  })
