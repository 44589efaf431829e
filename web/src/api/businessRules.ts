import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { keys } from '@/api/keys'
import { inVault, library, type Reading } from '@/api/library'
import { hasCode } from '@/api/problem'
import { keepRowsOf, queryClient } from '@/api/queries'
import type { Job } from '@/api/types'

/** Checks a module against its business rules, in the language of the messages. */
export const moduleRulesQuery = (path: string, reading: Reading, language: string) =>
  queryOptions({
    queryKey: [library, 'moduleRules', path, reading, language],
    queryFn: () =>
      answer(
        api.GET('/businessRules/module/default{path}', {
          ...inVault,
          params: { path: { path }, query: reading },
        }),
      ),
  })

/** The last report about a manual, if there is one and the reader may see it. */
export const ruleReportQuery = (path: string) =>
  queryOptions({
    queryKey: [library, 'ruleReport', path],
    queryFn: () =>
      answer(api.GET('/businessRules/report/default{path}', { ...inVault, params: { path: { path } } })),
  })

/** The findings of a report that are listed. */
export interface RuleFindingFilter {
  /** The id of the report. */
  report: string
  rule?: number
  level?: string
  violations?: boolean
  keyword?: string
}

export const ruleFindingsQuery = (
  path: string,
  filter: RuleFindingFilter,
  page: { pageNumber: number; pageSize: number },
  language: string,
) => {
  const list = [library, 'ruleFindings', path]
  return queryOptions({
    queryKey: [...list, filter, page, language],
    queryFn: async () => {
      try {
        return await answer(
          api.GET('/businessRules/findings/default{path}', {
            ...inVault,
            params: { path: { path }, query: { ...filter, ...page } },
          }),
        )
      } catch (error) {
        // The numbers of rules are those of one report: with a new one the page shows that.
        if (hasCode(error, 'changed_meanwhile')) {
          void queryClient.invalidateQueries({ queryKey: ruleReportQuery(path).queryKey })
        }
        throw error
      }
    },
    placeholderData: keepRowsOf(list),
  })
}

export async function startRuleReport(path: string): Promise<Job> {
  const asked = api.POST('/businessRules/report/default{path}', { ...inVault, params: { path: { path } } })
  const job = await answer(asked)
  for (const queryKey of [keys.jobs, keys.counts]) void queryClient.invalidateQueries({ queryKey })
  return job
}
