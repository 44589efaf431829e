import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { complianceQuery } from '@/api/compliance'
import { queryClient } from '@/api/queries'
import { cachedResponse } from '@/api/responseCache'
import { startSession } from '@/lib/session'
import { collection } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita, tokenFor } from '@/testing/people'
import { at, startServer } from '@/testing/server'
import { signOut } from './leave'

vi.mock('./startOver', () => ({ startOver: vi.fn() }))

connectApp()
const server = startServer(ada)

/** A server that has one answer, and says so when it is asked again. */
function serving(etag: string, name: string) {
  const asked: (string | null)[] = []
  server.use(
    http.get(at('/compliance'), ({ request }) => {
      const known = request.headers.get('If-None-Match')
      asked.push(known)
      return known === etag
        ? new HttpResponse(null, { status: 304, headers: { ETag: etag } })
        : HttpResponse.json([collection('c1', { policyCollectionName: name })], { headers: { ETag: etag } })
    }),
  )
  return asked
}

const ask = async () => {
  const found = await queryClient.fetchQuery({ ...complianceQuery(), staleTime: 0 })
  return found.map(({ policyCollectionName }) => policyCollectionName)
}

it('caches compliance data in the session storage until the server has something else', async () => {
  startSession(tokenFor(ada))
  const asked = serving('"1"', 'NWA Ops')
  expect(await ask()).toEqual(['NWA Ops'])
  expect(cachedResponse('compliance')).toMatchObject([{ id: 'c1' }])
  expect(await ask()).toEqual(['NWA Ops'])
  expect(asked).toEqual([null, '"1"'])
  const later = serving('"2"', 'NWA Ops 2')
  expect(await ask()).toEqual(['NWA Ops 2'])
  expect(later).toEqual(['"1"'])
})

it('clears it at sign-out', async () => {
  startSession(tokenFor(ada))
  serving('"1"', 'NWA Ops')
  await ask()
  expect(cachedResponse('compliance')).toBeDefined()
  await signOut()
  expect(cachedResponse('compliance')).toBeUndefined()
})

it('shows nobody the responses for another person', async () => {
  startSession(tokenFor(ada))
  serving('"1"', 'NWA Ops')
  await ask()
  startSession(tokenFor(rita))
  expect(cachedResponse('compliance')).toBeUndefined()
})

it('asks again when the cached response cannot be read', async () => {
  startSession(tokenFor(ada))
  sessionStorage.setItem('airfolio.response.2.compliance', 'not JSON')
  const asked = serving('"1"', 'NWA Ops')
  expect(await ask()).toEqual(['NWA Ops'])
  expect(asked).toEqual([null])
})

it('does not show the responses of an earlier program, which may lack fields', () => {
  startSession(tokenFor(ada))
  sessionStorage.setItem('airfolio.response.compliance', JSON.stringify({ etag: '"1"', body: ['NWA Ops'] }))
  expect(cachedResponse('compliance')).toBeUndefined()
})
