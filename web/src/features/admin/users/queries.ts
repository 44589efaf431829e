import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { saveFile } from '@/api/download'
import { answer, api, done, withProof } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { BulkUserUpdate, Role, SecondFactorRoles, UserStatus, UserUpdate } from '@/api/types'

export const userSortKeys = ['account', 'email', 'role', 'status', 'createdOn', 'lastSignInOn'] as const
export const roles = ['admin', 'approver', 'author', 'reader'] as const satisfies readonly Role[]
export const statuses = ['active', 'pending', 'inactive'] as const satisfies readonly UserStatus[]

interface UserListQuery {
  filter: string
  role: Role | undefined
  status: UserStatus | undefined
  pageNumber: number
  pageSize: number
  sort: (typeof userSortKeys)[number]
  order: 'asc' | 'desc'
}

export const userList = (query: UserListQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: () => answer(api.GET('/user-manage/queryAllUsers', { params: { query } })),
    placeholderData: keepPreviousData,
  })

/** The account as it is stored now, for an editor whose copy has become old. */
export const storedUser = (account: string) =>
  queryOptions({
    queryKey: ['users', 'one', account],
    queryFn: () => answer(api.GET('/user-manage/getUserByAccount', { params: { query: { account } } })),
    staleTime: 0,
    gcTime: 0,
  })

function refreshUsers() {
  for (const key of ['users', 'counts', 'audit', 'me']) {
    void queryClient.invalidateQueries({ queryKey: [key] })
  }
}

function refreshUsersAndGroups() {
  refreshUsers()
  for (const key of ['groups', 'access']) void queryClient.invalidateQueries({ queryKey: [key] })
}

interface NewUser {
  account: string
  email: string
  displayName: string
  role: Role
  password: string | undefined
  guestUntil: string | undefined
}

// A password made by the server is shown once, so no answer that may hold one is kept.
const keepNothing = { gcTime: 0 }

export function useCreateUser() {
  return useMutation({
    ...keepNothing,
    mutationFn: (user: NewUser) =>
      withProof(() => answer(api.POST('/user-manage/createUser', { body: user }))),
    onSuccess: refreshUsers,
  })
}

export function useUpdateUser() {
  return useMutation({
    mutationFn: (user: UserUpdate) =>
      withProof(() => answer(api.POST('/user-manage/updateUser', { body: user }))),
    // Also after a refusal: a row that somebody else changed must not be offered in its old version again.
    onSettled: refreshUsers,
  })
}

/** Changes many accounts, all or none. */
export function useUpdateUsers() {
  return useMutation({
    mutationFn: (update: BulkUserUpdate) =>
      withProof(() => answer(api.POST('/user-manage/updateUsers', { body: update }))),
    onSettled: refreshUsersAndGroups,
  })
}

/** Checks a file without changing anything; gives its text with the changes and their digest. */
export function useCheckUsers() {
  return useMutation({
    mutationFn: async (file: File) => {
      const csv = await file.text()
      return { csv, ...(await answer(api.POST('/user-manage/importUsers', { body: { csv } }))) }
    },
  })
}

export function useApplyUsers() {
  return useMutation({
    mutationFn: ({ csv, digest }: { csv: string; digest: string }) =>
      withProof(() =>
        answer(api.POST('/user-manage/importUsers', { body: { csv, apply: true, preview: digest } })),
      ),
    onSettled: refreshUsersAndGroups,
  })
}

export function useExportUsers(fileName: string) {
  return useMutation({ mutationFn: () => saveFile('/user-manage/exportUsers', fileName) })
}

export function useRejectRegistration() {
  return useMutation({
    mutationFn: (account: string) =>
      done(api.DELETE('/user-manage/registration', { params: { query: { account } } })),
    // Also after a refusal: somebody else may have answered meanwhile.
    onSettled: refreshUsers,
  })
}

export function useResetPassword() {
  return useMutation({
    ...keepNothing,
    mutationFn: (account: string) =>
      withProof(() => answer(api.POST('/user-manage/resetPwd', { body: { account } }))),
    onSuccess: refreshUsers,
  })
}

export function useResetFactor() {
  return useMutation({
    mutationFn: (account: string) =>
      withProof(() => done(api.POST('/user-manage/resetSecondFactor', { body: { account } }))),
    onSuccess: refreshUsers,
  })
}

export const factorRoles = queryOptions({
  queryKey: ['secondFactorRoles'],
  queryFn: () => answer(api.GET('/config/secondFactor')),
  // A form uses it: chosen values must not be lost when the window gets the focus again.
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export function useSaveFactorRoles() {
  return useMutation({
    mutationFn: (setting: SecondFactorRoles) =>
      withProof(() => answer(api.PUT('/config/secondFactor', { body: setting }))),
    onSuccess: refreshUsers,
  })
}
