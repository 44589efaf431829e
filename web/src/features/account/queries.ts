import { useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { meQuery, queryClient } from '@/api/queries'
import type { Preferences } from '@/api/types'

interface SelfChange {
  account: string
  email: string
  displayName: string
  preferences: Preferences
}

export function useUpdateSelf() {
  return useMutation({
    mutationFn: (change: SelfChange) => answer(api.POST('/user-manage/updateUserSelf', { body: change })),
    onSuccess: (user) => {
      queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, user })
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    },
  })
}

interface PasswordChange {
  account: string
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: PasswordChange) => done(api.POST('/user-manage/changePwd', { body: change })),
  })
}
