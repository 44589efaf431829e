import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import { currentLanguage } from '@/lib/i18n'

export const notificationsPageSize = 20

/** The server writes the messages in the reader's language, so each language has its own answer. */
export const notificationList = (unread: boolean, pageNumber: number) =>
  queryOptions({
    queryKey: [...keys.messages, currentLanguage(), { unread, pageNumber }],
    queryFn: () =>
      answer(
        api.GET('/notifications', {
          params: { query: { unread: unread || undefined, pageNumber, pageSize: notificationsPageSize } },
        }),
      ),
    placeholderData: keepPreviousData,
    // The list must include what arrived a moment ago.
    staleTime: 0,
  })

// Also after a failure: what another tab has read already must not stay in the list.
async function refreshNotifications() {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.messages }),
    queryClient.invalidateQueries({ queryKey: ['counts'] }),
  ])
}

export function useMarkRead() {
  return useMutation({
    mutationFn: (id: string) => done(api.PUT('/notifications/{id}/read', { params: { path: { id } } })),
    onSettled: refreshNotifications,
  })
}

export function useMarkAllRead() {
  return useMutation({
    mutationFn: () => done(api.PUT('/notifications/read')),
    onSettled: refreshNotifications,
  })
}
