import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { jobPollMs } from '@/api/jobs'
import { keys } from '@/api/keys'
import { currentLanguage } from '@/lib/i18n'

/** The number of rows on a card. */
export const glance = 5

const firstPage = { pageNumber: 1, pageSize: glance }

/** The server writes the messages in the reader's language, so each language has its own answer. */
export const latestMessages = () =>
  queryOptions({
    queryKey: [...keys.messages, 'glance', currentLanguage()],
    queryFn: () => answer(api.GET('/notifications', { params: { query: { ...firstPage, unread: true } } })),
  })

export const largestOperators = queryOptions({
  queryKey: ['operators', 'glance'],
  queryFn: () =>
    answer(
      api.GET('/config/operator', { params: { query: { ...firstPage, sort: 'aircraft', order: 'desc' } } }),
    ),
})

export const pendingUsers = queryOptions({
  queryKey: ['users', 'glance'],
  queryFn: () =>
    answer(
      api.GET('/user-manage/queryAllUsers', {
        params: { query: { ...firstPage, status: 'pending', sort: 'createdOn', order: 'asc' } },
      }),
    ),
})

export const runningJobs = queryOptions({
  queryKey: [...keys.jobs, 'running'],
  queryFn: () =>
    answer(
      api.POST('/airline/jobs/getJobsWithPage', {
        body: { ...firstPage, status: ['CREATED', 'STARTING', 'RUNNING'] },
      }),
    ),
  refetchInterval: ({ state }) => (state.data?.items.length ? jobPollMs : false),
})

export const latestPackages = queryOptions({
  queryKey: [...keys.packages, 'glance'],
  queryFn: () => answer(api.GET('/packages', { params: { query: firstPage } })),
})

export const packagesToMend = queryOptions({
  queryKey: [...keys.packages, 'toMend'],
  queryFn: () => answer(api.GET('/packages', { params: { query: { ...firstPage, toMend: true } } })),
})

export const latestAudit = queryOptions({
  queryKey: ['audit', 'glance'],
  queryFn: () => answer(api.GET('/audit', { params: { query: firstPage } })),
})
