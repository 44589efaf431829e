import { answer, api, noteFreshToken, refusalOf, sessionHeaders, unreachable, urlOf } from '@/api/http'

/** Fetches a file as the signed-in person and gives it to the browser to keep under `fileName`. */
export function saveFile(path: string, fileName: string): Promise<void> {
  return save(path, {}, () => fileName)
}

/** The same for a file that the server makes from `body`, and names; `fileName` is for a server that does not. */
export function saveMadeFile(path: string, body: object, fileName: string): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  return save(path, init, (headers) => {
    const named = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')
    return named?.[1] ?? fileName
  })
}

interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Fetches a file as the signed-in person, to show it. */
export async function loadFile(path: string): Promise<Blob> {
  return (await load(path, {})).blob()
}

async function load(path: string, init: Request): Promise<Response> {
  const headers = { ...init.headers, ...sessionHeaders() }
  const sent = headers.Authorization?.replace(/^Bearer /, '')
  const response = await fetch(urlOf(path), { ...init, headers }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await refusalOf(response, sent)
  noteFreshToken(response.headers, sent)
  return response
}

async function save(path: string, init: Request, nameOf: (headers: Headers) => string): Promise<void> {
  const response = await load(path, init)
  const url = URL.createObjectURL(await response.blob())
  follow(url, nameOf(response.headers))
  // The browser has taken the address over by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Lets the browser itself fetch a file of a job, however large: the address carries a token for such files alone. */
export async function downloadFile(path: string, fileName: string): Promise<void> {
  const { token } = await answer(api.GET('/users/downloadToken', { params: { query: { scope: 'jobs' } } }))
  const url = new URL(urlOf(path))
  url.searchParams.set('token', token)
  follow(url.href, fileName)
}

function follow(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}
