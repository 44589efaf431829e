/**
 * Responses cached in the session storage of the tab, each with its entity tag; the server is asked whether one is still
 * current. They belong to the signed-in account and are deleted when the session ends.
 */
const family = 'airfolio.response.'

/** Raise the number when screens rely on a new field of a cached response: a tab may outlive an upgrade of the server. */
const prefix = `${family}2.`

/** Longer responses are not cached: the storage has room for a few megabytes. */
const maxLength = 500_000

interface CacheEntry<Data> {
  etag: string
  body: Data
}

function read<Data>(name: string): CacheEntry<Data> | undefined {
  const text = sessionStorage.getItem(prefix + name)
  if (text === null) return undefined
  try {
    const entry: CacheEntry<Data> = JSON.parse(text)
    return entry
  } catch {
    return undefined
  }
}

function write(name: string, etag: string, body: unknown): void {
  const text = JSON.stringify({ etag, body })
  if (text.length > maxLength) return
  try {
    sessionStorage.setItem(prefix + name, text)
  } catch {
    // The storage is full.
    clearResponseCache()
  }
}

/** The cached response of this name, to show until the server has answered. */
export function cachedResponse<Data>(name: string): Data | undefined {
  return read<Data>(name)?.body
}

interface ApiResponse<Data> {
  data?: Data
  response: Response
}

/** Calls the server with the entity tag of the cached response, and returns that response or the new one. */
export async function revalidate<Data>(
  name: string,
  call: (headers: Record<string, string>) => Promise<ApiResponse<Data>>,
): Promise<Data> {
  const cached = read<Data>(name)
  const { data, response } = await call(cached ? { 'If-None-Match': cached.etag } : {})
  if (data !== undefined) {
    const etag = response.headers.get('ETag')
    if (etag) write(name, etag, data)
    return data
  }
  if (cached) return cached.body
  throw new Error('The server sent no body where one was promised')
}

const ownerKey = 'airfolio.responseOwner'

/** Names the account that the cache belongs to; the responses of another account are deleted. */
export function setResponseCacheOwner(account: string | undefined): void {
  if (sessionStorage.getItem(ownerKey) === (account ?? null)) return
  clearResponseCache()
  if (account === undefined) sessionStorage.removeItem(ownerKey)
  else sessionStorage.setItem(ownerKey, account)
}

export function clearResponseCache(): void {
  const names = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index))
  for (const name of names) if (name?.startsWith(family)) sessionStorage.removeItem(name)
}
