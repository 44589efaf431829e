import * as z from 'zod/mini'
import { noteFreshToken, refusalOf, sessionHeaders, unreachable, urlOf } from '@/api/http'
import { ApiProblem, hasCode } from '@/api/problem'

const uploadedSchema = z.object({
  path: z.string(),
  size: z.number(),
  sha256: z.string(),
  uploadId: z.string(),
})

export type UploadedFile = z.infer<typeof uploadedSchema>

interface UploadProgress {
  /** Chosen by the sender, so that it can ask for its upload when no answer came. */
  id: string
  /** Whether a part may have arrived in an earlier try. */
  resumes?: boolean
  signal: AbortSignal
  onPercent: (percent: number) => void
  /** The connection is lost and will be tried again; the next percentage says that it goes on. */
  onInterrupted: () => void
  /** Waits between two tries. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const firstPauseMs = 1000
const longestPauseMs = 30_000
/** Tries in a row that bring nothing before the user is asked: about six minutes. */
const triesWithoutProgress = 16

/**
 * Sends a file as `name`, without a timeout. When the connection is lost it asks the server how much has arrived and
 * sends the rest; only a refusal, the signal or a server that stays away ends it.
 */
export async function sendFile(file: File, name: string, watch: UploadProgress): Promise<UploadedFile> {
  const { id, signal, pause = pauseUntilOnline } = watch
  let tries = 0
  const onSent = (bytes: number) => {
    tries = 0
    watch.onPercent(percentOf(bytes, file.size))
  }
  for (let mayHaveArrived = watch.resumes === true; ; mayHaveArrived = true) {
    try {
      const offset = mayHaveArrived ? await offsetOf(id, signal) : undefined
      const uploaded = await sendFrom(file, name, { id, offset, signal, onSent })
      if (uploaded) return uploaded
    } catch (error) {
      signal.throwIfAborted()
      tries += 1
      if (!isPassing(error) || tries > triesWithoutProgress) throw error
      watch.onInterrupted()
      await pause(Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs), signal)
    }
  }
}

/** The share that is sent, rounded up, as the specification counts. */
export function percentOf(sent: number, size: number): number {
  return size === 0 ? 100 : Math.min(100, Math.ceil((sent / size) * 100))
}

/** A file keeps its own type, but everything that calls itself XML goes as application/xml. */
export function contentTypeOf({ type }: Pick<File, 'type'>): string {
  if (type.includes('xml')) return 'application/xml'
  return type || 'application/octet-stream'
}

interface UploadPart {
  id: string
  /** The number of bytes that the server has; undefined when it does not know the upload. */
  offset: number | undefined
  signal: AbortSignal
  onSent: (bytes: number) => void
}

/** Sends all that is left; undefined when the server took only a part of it. */
async function sendFrom(file: File, name: string, part: UploadPart): Promise<UploadedFile | undefined> {
  const { id, offset, signal, onSent } = part
  const response =
    offset === undefined
      ? await send('POST', `/vault/files/${encodeURIComponent(name)}`, {
          headers: { 'Upload-Id': id, 'Content-Type': contentTypeOf(file) },
          body: file,
          signal,
          onSent,
        })
      : await send('PATCH', `/vault/uploads/${id}`, {
          headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/octet-stream' },
          body: file.slice(offset),
          signal,
          onSent: (bytes) => onSent(offset + bytes),
        })
  return response.status === 204 ? undefined : uploadedSchema.parse(await response.json())
}

async function offsetOf(id: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { headers } = await send('HEAD', `/vault/uploads/${id}`, { signal })
    return Number(headers.get('Upload-Offset') ?? 0)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined
    throw error
  }
}

/** Deletes a cancelled upload on the server. */
export async function forgetUpload(id: string): Promise<void> {
  await send('DELETE', `/vault/uploads/${id}`, { signal: new AbortController().signal })
}

interface PartRequest {
  headers?: Record<string, string>
  body?: Blob
  signal: AbortSignal
  onSent?: (bytes: number) => void
}

/** One request by XMLHttpRequest: only it reports the progress of a sent body. */
export function send(
  method: string,
  path: string,
  { headers, body, signal, onSent }: PartRequest,
): Promise<Response> {
  const session = sessionHeaders()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    // A request on a line that is gone would wait for minutes before it says so.
    const end = () => request.abort()
    const settle = (settled: () => void) => () => {
      signal.removeEventListener('abort', end)
      window.removeEventListener('offline', end)
      settled()
    }
    request.open(method, urlOf(path))
    for (const [key, value] of Object.entries({ ...session, ...headers }))
      request.setRequestHeader(key, value)
    if (onSent) request.upload.addEventListener('progress', ({ loaded }) => loaded > 0 && onSent(loaded))
    request.addEventListener(
      'error',
      settle(() => reject(unreachable())),
    )
    request.addEventListener(
      'abort',
      settle(() => reject(signal.aborted ? signal.reason : unreachable())),
    )
    request.addEventListener(
      'load',
      settle(() => resolve(answerOf(request, session.Authorization))),
    )
    signal.addEventListener('abort', end)
    window.addEventListener('offline', end)
    if (signal.aborted) end()
    request.send(body)
  })
}

async function answerOf(request: XMLHttpRequest, authorization: string | undefined): Promise<Response> {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
  const pairs = lines.filter((line) => line.includes(':')).map((line) => line.split(/:\s*/, 2))
  const headers = new Headers(pairs.map(([key = '', value = '']) => [key, value]))
  const { status } = request
  const bodiless = status === 204 || status === 304
  const response = new Response(bodiless ? null : request.responseText, { status, headers })
  const sent = authorization?.replace(/^Bearer /, '')
  if (!response.ok) throw await refusalOf(response, sent)
  noteFreshToken(headers, sent)
  return response
}

/** Errors that a retry may solve: no connection, a busy server, a different offset. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false
  const { status } = error
  return status === 0 || status >= 500 || status === 429 || hasCode(error, 'upload.offset')
}

/** Waits, but not longer than until the browser has a connection again. */
function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settled: () => void) => () => {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', giveUp)
      settled()
    }
    const goOn = finish(resolve)
    const giveUp = finish(() => reject(signal.reason))
    const timer = setTimeout(goOn, ms)
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', giveUp)
  })
}

/** A random UUID; `crypto.randomUUID` is missing where the product is used without TLS. */
export function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, index) => {
    if (index === 6) return ((byte & 0x0f) | 0x40).toString(16)
    if (index === 8) return ((byte & 0x3f) | 0x80).toString(16)
    return byte.toString(16).padStart(2, '0')
  })
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-')
}
