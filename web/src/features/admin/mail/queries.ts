import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done, withProof } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { MailSecurity, MailSettings, MailState } from '@/api/types'

export const securities = ['startTls', 'tls', 'none'] as const satisfies readonly MailSecurity[]
export const mailStates = ['waiting', 'sent', 'skipped', 'failed'] as const satisfies readonly MailState[]

export const mailSettings = queryOptions({
  queryKey: ['mail', 'settings'],
  queryFn: () => answer(api.GET('/config/mail')),
  // A form uses it: typed values must not be lost when the window gets the focus again.
  refetchOnWindowFocus: false,
})

interface MailSettingsChange extends Omit<MailSettings, 'hasPassword'> {
  /** Without it the stored password stays. */
  password: string | undefined
}

export function useSaveMailSettings() {
  return useMutation({
    mutationFn: (change: MailSettingsChange) =>
      withProof(() => answer(api.PUT('/config/mail', { body: change }))),
    onSuccess: (saved) => queryClient.setQueryData(mailSettings.queryKey, saved),
  })
}

export function useTestMail() {
  return useMutation({ mutationFn: () => answer(api.POST('/config/mail/test')) })
}

interface MailListQuery {
  state: MailState | undefined
  pageNumber: number
  pageSize: number
}

export const mailList = (query: MailListQuery) =>
  queryOptions({
    queryKey: ['mail', 'list', query],
    queryFn: () => answer(api.GET('/mails', { params: { query } })),
    placeholderData: keepPreviousData,
    // The server sends mails by itself.
    staleTime: 0,
  })

function refreshQueue() {
  void queryClient.invalidateQueries({ queryKey: ['mail', 'list'] })
}

export function useRetryMail() {
  return useMutation({
    mutationFn: (id: string) => done(api.POST('/mails/{id}/retry', { params: { path: { id } } })),
    onSettled: refreshQueue,
  })
}

export function useDeleteMail() {
  return useMutation({
    mutationFn: (id: string) => done(api.DELETE('/mails/{id}', { params: { path: { id } } })),
    onSettled: refreshQueue,
  })
}
