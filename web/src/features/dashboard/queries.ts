import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { currentLanguage } from '@/lib/i18n'

/** How many rows a card shows before it points to the whole list. */
const glance = 5

const firstPage = { pageNumber: 1, pageSize: glance }

/** The server writes the messages in the reader's language, so each language has its own answer. */
export const latestMessages = () =>
  queryOptions({
    queryKey: ['notifications', 'glance', currentLanguage()],
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

export const latestAudit = queryOptions({
  queryKey: ['audit', 'glance'],
  queryFn: () => answer(api.GET('/audit', { params: { query: firstPage } })),
})
