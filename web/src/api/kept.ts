/**
 * Answers kept in the session storage of the tab, each with its entity tag: the server says whether one still holds.
 * They belong to the person who is signed in, and go when the session ends.
 */
const prefix = 'airfolio.kept.'

/** Longer answers are asked for anew: the storage has room for a few megabytes. */
const longest = 500_000

interface Kept<Data> {
  etag: string
  body: Data
}

function read<Data>(name: string): Kept<Data> | undefined {
  const text = sessionStorage.getItem(prefix + name)
  if (text === null) return undefined
  try {
    const kept: Kept<Data> = JSON.parse(text)
    return kept
  } catch {
    return undefined
  }
}

function write(name: string, etag: string, body: unknown): void {
  const text = JSON.stringify({ etag, body })
  if (text.length > longest) return
  try {
    sessionStorage.setItem(prefix + name, text)
  } catch {
    // The storage is full: what is kept is only a convenience.
    forgetKept()
  }
}

/** The last answer of this name, to show until the server has been asked. */
export function keptAnswer<Data>(name: string): Data | undefined {
  return read<Data>(name)?.body
}

interface Answered<Data> {
  data?: Data
  response: Response
}

/** Asks the server whether the kept answer still holds, and gives it or the new one. */
export async function revalidated<Data>(
  name: string,
  call: (headers: Record<string, string>) => Promise<Answered<Data>>,
): Promise<Data> {
  const kept = read<Data>(name)
  const { data, response } = await call(kept ? { 'If-None-Match': kept.etag } : {})
  if (data !== undefined) {
    const etag = response.headers.get('ETag')
    if (etag) write(name, etag, data)
    return data
  }
  if (kept) return kept.body
  throw new Error('The server sent no body where one was promised')
}

/** Whose answers are kept. */
const ownerKey = 'airfolio.keptFor'

/** Keeps answers for this account; those of another one go. */
export function keepFor(account: string | undefined): void {
  if (sessionStorage.getItem(ownerKey) === (account ?? null)) return
  forgetKept()
  if (account === undefined) sessionStorage.removeItem(ownerKey)
  else sessionStorage.setItem(ownerKey, account)
}

export function forgetKept(): void {
  const names = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index))
  for (const name of names) if (name?.startsWith(prefix)) sessionStorage.removeItem(name)
}
