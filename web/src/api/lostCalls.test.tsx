import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { file } from '@/testing/library'
import { at, problem, startServer } from '@/testing/server'
import { cancelCheckOut, checkIn, checkOut } from './editing'

const server = startServer()
connectApp()
const path = '/H160/MEL/DMC-A_en-US.XML'
const checkInAt = at(`/files/checkin/default${path}`)
const cancelAt = at(`/files/cancelCheckout/default${path}`)

let keys: (string | null)[] = []
const said = (comment: string) => ({ comment, step: 'inWork', sha256: 'abc' }) as const
const done = () => HttpResponse.json(file('DMC-A_en-US'))
/** Gives the calls of an address these answers, one after the other; the last answer stays. */
function answers(address: string, ...all: (() => Response)[]): void {
  let count = 0
  server.use(
    http.post(address, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      const next = all[Math.min(count, all.length - 1)] ?? done
      count += 1
      return next()
    }),
  )
}
const attempt = (call: Promise<unknown>) => call.catch(() => undefined)

beforeEach(async () => {
  answers(checkInAt, done)
  await checkIn(path, said('Something else'))
  keys = []
})

it('sends a call whose answer was lost with the same key again, and the next one with its own', async () => {
  answers(checkInAt, () => HttpResponse.error(), done)
  await attempt(checkIn(path, said('Once')))
  await checkIn(path, said('Once'))
  await checkIn(path, said('Once'))
  const [first, again, next] = keys
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

it('takes a call with another content for another one', async () => {
  answers(checkInAt, () => HttpResponse.error(), done)
  await attempt(checkIn(path, said('Once')))
  await checkIn(path, said('Twice'))
  expect(new Set(keys).size).toBe(2)
})

it('asks again for a call that still runs, and after an answer that came from no program', async () => {
  const running = () => problem(409, 'call.running', 'The first try is still running')
  answers(checkInAt, () => new HttpResponse('', { status: 502 }), running, done)
  await attempt(checkIn(path, said('Once')))
  await attempt(checkIn(path, said('Once')))
  await checkIn(path, said('Once'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

it('takes a refused call for a new one when it is sent again', async () => {
  answers(checkInAt, () => problem(409, 'file.not_checked_out', 'Not checked out'), done)
  await attempt(checkIn(path, said('Once')))
  await checkIn(path, said('Once'))
  expect(new Set(keys).size).toBe(2)
})

it('means a call anew after something else was done, or after some minutes', async () => {
  server.use(http.post(at(`/files/checkout/default${path}`), done))
  answers(cancelAt, () => HttpResponse.error(), done)
  await attempt(cancelCheckOut(path))
  await checkOut(path)
  await cancelCheckOut(path)
  expect(new Set(keys).size).toBe(2)
  keys = []
  answers(cancelAt, () => HttpResponse.error(), done)
  await attempt(cancelCheckOut(path))
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 400_000)
  await cancelCheckOut(path)
  vi.restoreAllMocks()
  expect(new Set(keys).size).toBe(2)
})
