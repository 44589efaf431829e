import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type SentRequest, stubUploads } from '@/testing/uploads'
import { configureApi } from './http'
import { contentTypeOf, forgetUpload, newUploadId, percentOf, sendFile } from './upload'

const line = stubUploads()
const around = {
  token: () => 'token',
  language: () => 'zh-CN',
  onToken: vi.fn(),
  onSessionLost: vi.fn(),
  onSetupRequired: vi.fn(),
  askForProof: vi.fn(),
  sentence: (about: string | number) => `sentence about ${about}`,
}
beforeEach(() => {
  vi.resetAllMocks()
  configureApi(around)
})

const file = new File(['0123456789'], 'a b.zip', { type: 'application/zip' })
const uploaded = { path: '/uploads/1/a.zip', size: 10, sha256: 'abc', uploadId: '1' }
const complete = { status: 200, body: uploaded }
const refused = (status: number, code: string) => ({ status, body: { title: `No: ${code}`, code } })

/** Sends the file and remembers what the one who watches is told. */
function start(resumes = false) {
  const controller = new AbortController()
  const told: (number | 'interrupted')[] = []
  const result = sendFile(file, 'a_b.zip', {
    id: 'the-id',
    resumes,
    signal: controller.signal,
    onPercent: (percent) => told.push(percent),
    onInterrupted: () => told.push('interrupted'),
    pause: async () => undefined,
  })
  return { result, told, controller }
}

const outline = () =>
  line.requests.map(({ method, path, headers, body }) =>
    [method, path, headers.get('Upload-Offset'), body].filter((part) => part).join(' '),
  )
const startsWith = (answers: Record<string, ReturnType<typeof line.answer>[]>) => {
  line.answer = ({ method }: SentRequest) => answers[method]?.shift() ?? 'lost'
}

it('sends the file with its name, type and upload id, as the signed-in person', async () => {
  line.answer = () => ({
    ...complete,
    status: 201,
    headers: { Authorization: 'Bearer fresh' },
    sent: [1, 10],
  })
  const { result, told } = start()
  await expect(result).resolves.toEqual(uploaded)
  expect(outline()).toEqual(['POST /vault/files/a_b.zip 0123456789'])
  const headers = line.requests[0]?.headers
  expect(headers?.get('Authorization')).toBe('Bearer token')
  expect(headers?.get('Accept-Language')).toBe('zh-CN')
  expect(headers?.get('Content-Type')).toBe('application/zip')
  expect(headers?.get('Upload-Id')).toBe('the-id')
  expect(around.onToken).toHaveBeenCalledWith('fresh', 'token')
  expect(told).toEqual([10, 100])
})

it('goes on from what the server has when the connection was lost', async () => {
  startsWith({
    POST: ['lost'],
    HEAD: [{ status: 200, headers: { 'Upload-Offset': '4', 'Upload-Length': '10' } }],
    PATCH: [{ ...complete, sent: [3] }],
  })
  const { result, told } = start()
  await expect(result).resolves.toEqual(uploaded)
  expect(outline()).toEqual([
    'POST /vault/files/a_b.zip 0123456789',
    'HEAD /vault/uploads/the-id',
    'PATCH /vault/uploads/the-id 4 456789',
  ])
  expect(told).toEqual(['interrupted', 70])
})

it('starts again when the server never heard of the upload', async () => {
  startsWith({ POST: ['lost', complete], HEAD: [{ status: 404 }] })
  await expect(start().result).resolves.toEqual(uploaded)
  expect(line.requests.map(({ method }) => method)).toEqual(['POST', 'HEAD', 'POST'])
})

it('asks first what has arrived when it was tried before', async () => {
  startsWith({ HEAD: [{ status: 200, headers: { 'Upload-Offset': '10' } }], PATCH: [complete] })
  await expect(start(true).result).resolves.toEqual(uploaded)
  expect(outline()).toEqual(['HEAD /vault/uploads/the-id', 'PATCH /vault/uploads/the-id 10'])
})

it('asks again after a part was taken, and when the server has another offset in mind', async () => {
  const have = (offset: string) => ({ status: 200, headers: { 'Upload-Offset': offset } })
  startsWith({
    POST: [refused(503, 'server.busy')],
    HEAD: [have('2'), have('5'), have('7')],
    PATCH: [refused(409, 'upload.offset'), { status: 204 }, complete],
  })
  await expect(start().result).resolves.toEqual(uploaded)
  const sent = line.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  expect(sent).toEqual(['23456789', '56789', '789'])
})

it('notices that the browser lost its network and goes on', async () => {
  startsWith({ POST: ['hangs'], HEAD: [{ status: 404 }] })
  const { result, told } = start()
  await vi.waitFor(() => expect(line.requests).toHaveLength(1))
  startsWith({ POST: [complete], HEAD: [{ status: 404 }] })
  window.dispatchEvent(new Event('offline'))
  await expect(result).resolves.toEqual(uploaded)
  expect(told).toEqual(['interrupted'])
})

it('gives up at a refusal and tells the session of its end', async () => {
  line.answer = () => refused(415, 'upload.not_zip')
  await expect(start().result).rejects.toMatchObject({
    code: 'upload.not_zip',
    message: 'No: upload.not_zip',
  })
  line.answer = () => refused(401, 'session.expired')
  await expect(start().result).rejects.toMatchObject({ status: 401 })
  expect(around.onSessionLost).toHaveBeenCalledOnce()
  expect(line.requests).toHaveLength(2)
})

it('gives up when the server stays away', async () => {
  line.answer = () => 'lost'
  await expect(start().result).rejects.toMatchObject({ code: 'network.unreachable' })
  expect(line.requests).toHaveLength(17)
})

it('stops when it is cancelled', async () => {
  line.answer = () => 'hangs'
  const { result, controller, told } = start()
  await vi.waitFor(() => expect(line.requests).toHaveLength(1))
  controller.abort()
  await expect(result).rejects.toMatchObject({ name: 'AbortError' })
  expect(told).toEqual([])
})

it('lets the server forget an upload', async () => {
  line.answer = () => ({ status: 204 })
  await forgetUpload('7')
  expect(outline()).toEqual(['DELETE /vault/uploads/7'])
})

describe('rules of the specification', () => {
  it.each([
    [0, 10, 0],
    [1, 1000, 1],
    [501, 1000, 51],
    [1000, 1000, 100],
    [0, 0, 100],
  ])('rounds %d of %d up to %d %%', (sent, size, percent) => {
    expect(percentOf(sent, size)).toBe(percent)
  })

  it.each([
    ['application/zip', 'application/zip'],
    ['text/xml', 'application/xml'],
    ['image/svg+xml', 'application/xml'],
    ['', 'application/octet-stream'],
  ])('sends the type %j as %j', (type, sent) => {
    expect(contentTypeOf({ type })).toBe(sent)
  })

  it('has no timeout for what it sends', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const timeouts = vi.spyOn(AbortSignal, 'timeout')
    line.answer = () => complete
    await start().result
    expect(timers).not.toHaveBeenCalled()
    expect(timeouts).not.toHaveBeenCalled()
  })

  it('makes ids that differ and look like UUIDs', () => {
    const ids = Array.from({ length: 50 }, newUploadId)
    expect(new Set(ids).size).toBe(50)
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  })
})
