import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { checkOut } from '@/api/editing'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import { connectApp } from '@/testing/connectApp'
import { rita } from '@/testing/people'
import { at, startServer } from '@/testing/server'

connectApp()
const server = startServer(rita)

describe('a check-out', () => {
  it('asks again who may accept suggestions', async () => {
    const key = [...keys.comments, 'thread', '1']
    queryClient.setQueryData(key, { mayAccept: false })
    server.use(http.post(at('/files/checkout/default/*'), () => HttpResponse.json({})))
    await checkOut('/H160/MEL/DMC-A.XML')
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
  })
})
