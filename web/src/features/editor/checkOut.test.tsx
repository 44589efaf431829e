import { QueryObserver } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { checkIn, checkOut } from '@/api/editing'
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

  it('leaves the comments beside a draft alone, which nobody may read without it', async () => {
    const asked = vi.fn(() => [])
    const key = [...keys.comments, 'module', '/H160/MEL/DMC-A.XML', { draft: true }]
    const observer = new QueryObserver(queryClient, { queryKey: key, queryFn: asked, staleTime: Infinity })
    const stop = observer.subscribe(() => {})
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    server.use(http.post(at('/files/checkin/default/*'), () => HttpResponse.json({})))
    await checkIn('/H160/MEL/DMC-A.XML', { sha256: '', step: 'inWork' })
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
    expect(asked).toHaveBeenCalledTimes(1)
    stop()
  })
})
