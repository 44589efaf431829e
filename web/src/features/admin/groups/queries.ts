import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { saveFile } from '@/api/download'
import { answer, api, done, withProof } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { Group } from '@/api/types'

interface GroupListQuery {
  keyword: string
  pageNumber: number
  pageSize: number
}

export const groupList = (query: GroupListQuery) =>
  queryOptions({
    queryKey: ['groups', 'list', query],
    queryFn: () => answer(api.GET('/groups', { params: { query } })),
    placeholderData: keepPreviousData,
  })

/** The group as it is stored now; a form uses it, so it is read anew each time. */
export const storedGroup = (id: string) =>
  queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: () => answer(api.GET('/groups/{id}', { params: { path: { id } } })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

function refreshGroups() {
  for (const key of ['groups', 'access', 'audit']) void queryClient.invalidateQueries({ queryKey: [key] })
}

export interface GroupForm {
  name: string
  description: string
  /** Accounts. */
  members: string[]
}

/** Adds a group, or changes `group`. */
export function useSaveGroup(group: Group | undefined) {
  return useMutation({
    mutationFn: (form: GroupForm) =>
      withProof(() =>
        answer(
          group
            ? api.PUT('/groups/{id}', {
                params: { path: { id: group.id } },
                body: { ...form, version: group.version },
              })
            : api.POST('/groups', { body: form }),
        ),
      ),
    // Also after a refusal: a row that somebody else changed must not be offered in its old version again.
    onSettled: refreshGroups,
  })
}

export function useDeleteGroup() {
  return useMutation({
    mutationFn: (id: string) =>
      withProof(() => done(api.DELETE('/groups/{id}', { params: { path: { id } } }))),
    onSettled: refreshGroups,
  })
}

/** Checks a file without changing anything; gives its text with the changes and their digest. */
export function useCheckGroups() {
  return useMutation({
    mutationFn: async (file: File) => {
      const csv = await file.text()
      return { csv, ...(await answer(api.POST('/groups/import', { body: { csv } }))) }
    },
  })
}

export function useApplyGroups() {
  return useMutation({
    mutationFn: ({ csv, digest }: { csv: string; digest: string }) =>
      withProof(() => answer(api.POST('/groups/import', { body: { csv, apply: true, preview: digest } }))),
    onSettled: refreshGroups,
  })
}

export function useExportGroups(fileName: string) {
  return useMutation({ mutationFn: () => saveFile('/groups/export', fileName) })
}
