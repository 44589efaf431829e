import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { meQuery, queryClient } from '@/api/queries'
import { mustAskAgain } from '@/lib/askAgain'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { at, startServer } from '@/testing/server'
import { signOut } from './leave'

vi.mock('./startOver', () => ({ startOver: vi.fn() }))

const server = startServer()
connectApp()

async function leaveAs(me: typeof ada) {
  queryClient.setQueryData(meQuery.queryKey, me)
  server.use(
    http.get(at('/users/openid/signOut'), () => HttpResponse.json({})),
    http.post(at('/users/logout'), () => new HttpResponse(null, { status: 204 })),
  )
  await signOut()
}

it('lets the provider ask again after a sign-out, also when it has no page for that', async () => {
  await leaveAs({ ...ada, identityProvider: { id: 'p1', name: 'Company' } })
  expect(mustAskAgain()).toBe(true)
})

it('leaves the sign-in at providers alone for those who came with a password', async () => {
  await leaveAs(ada)
  expect(mustAskAgain()).toBe(false)
})
