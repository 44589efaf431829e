import { meQuery, queryClient } from '@/api/queries'
import type { Me } from '@/api/types'
import { settleLanguage } from './language'

/** Takes over the account that has signed in, and its language. */
export async function enter(me: Me): Promise<void> {
  queryClient.setQueryData(meQuery.queryKey, me)
  await settleLanguage(me)
}
