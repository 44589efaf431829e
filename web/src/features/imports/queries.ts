import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { jobPollMs } from '@/api/jobs'
import { keys } from '@/api/keys'
import { isBusy } from '@/api/packages'
import { queryClient } from '@/api/queries'
import type { Difference, Severity } from '@/api/types'
import type { Target } from './importSteps'

interface PageRequest {
  pageNumber: number
  pageSize: number
}

interface PackagePage extends PageRequest {
  keyword: string | undefined
  /** Only those that are not in the library yet and have findings that block or warn. */
  toMend: boolean | undefined
}

export const packageList = (query: PackagePage) =>
  queryOptions({
    queryKey: [...keys.packages, 'list', query],
    queryFn: () => answer(api.GET('/packages', { params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? jobPollMs : false),
  })

export interface FindingFilter {
  severity: Severity | undefined
  keyword: string | undefined
}

export interface FindingPage extends FindingFilter, PageRequest {
  code?: number
  file?: string
  /** Only those that are about no file. */
  wholePackage?: boolean
}

export const findings = (id: string, query: FindingPage) =>
  queryOptions({
    queryKey: [...keys.packages, 'findings', id, query],
    queryFn: () => answer(api.GET('/packages/{id}/findings', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
  })

export type FindingGrouping = 'code' | 'file'

export const findingGroups = (id: string, by: FindingGrouping, filter: FindingFilter) =>
  queryOptions({
    queryKey: [...keys.packages, 'groups', id, by, filter],
    queryFn: () =>
      answer(
        api.GET('/packages/{id}/findings/groups', { params: { path: { id }, query: { by, ...filter } } }),
      ),
    placeholderData: keepPreviousData,
  })

interface ComparisonPage extends PageRequest {
  state: Difference | undefined
  /** The choice of the user; otherwise the package's own statement. */
  complete?: 'yes' | 'no'
  /** Compares with the manual as it was at the import, not as it is now. */
  moment?: 'import'
}

export const comparison = (id: string, target: Target, query: ComparisonPage) =>
  queryOptions({
    queryKey: [...keys.packages, 'comparison', id, target, query],
    queryFn: () =>
      answer(
        api.GET('/packages/{id}/comparison', { params: { path: { id }, query: { ...target, ...query } } }),
      ),
    placeholderData: keepPreviousData,
  })

function refreshPackages(): void {
  for (const queryKey of [keys.packages, keys.jobs, keys.counts]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

export function useDeletePackage() {
  return useMutation({
    mutationFn: (id: string) => done(api.DELETE('/packages/{id}', { params: { path: { id } } })),
    onSuccess: refreshPackages,
  })
}

/** Has a package that is on the server read and reported on; nothing of it is stored. */
export const startCheck = (importPackage: string) =>
  answer(api.POST('/jobs', { body: { jobName: 'universalPreImport', parameterMap: { importPackage } } }))

export function useStartCheck() {
  return useMutation({ mutationFn: startCheck, onSettled: refreshPackages })
}

export interface ImportRequest extends Target {
  /** All that the check has found out. */
  outputs: Record<string, string>
  translationLanguages: string[]
  /** Whether objects missing in the package are removed. */
  complete: boolean
  /** The OEM revision that the user saw the package held against; empty when the manual has none. */
  comparedWith: string
}

export function useStartImport() {
  return useMutation({
    mutationFn: ({ outputs, complete, ...given }: ImportRequest) =>
      answer(
        api.POST('/jobs', {
          body: {
            jobName: 'universalImport',
            parameterMap: { ...outputs, ...given, complete: complete ? 'yes' : 'no' },
          },
        }),
      ),
    onSettled: refreshPackages,
  })
}
