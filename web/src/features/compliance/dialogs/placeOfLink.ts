import type { Reading } from '@/api/library'
import { objectPath } from '@/lib/library/objects'

/** A module that a link leads to, in the version in which it was copied. */
interface LinkedModule {
  path: string
  /** The HTML id of the paragraph; '' for the whole module. */
  anchor: string
  text: Reading & { version?: string }
  /** The version in which the paragraph has this id. */
  from?: string
}

type LinkedPlace = { manualPath: string; module?: LinkedModule }

const lanes = ['oem', 'working', 'frozen', 'released'] as const

/**
 * The place in a manual that a copied link leads to: the paragraph, the module or the manual. Undefined for a link to
 * anything else.
 */
export function placeOfLink(link: string): LinkedPlace | undefined {
  const page = link.trim().split('#')[1]
  const [address = '', query = ''] = (page ?? '').split('?')
  const [, library, ...names] = address.split('/').map(decoded)
  const [database, manual, ...rest] = names
  if (library !== 'library' || !database || !manual || manual === 'MULTIMEDIA' || rest.length > 0) {
    return undefined
  }
  const manualPath = `/${database}/${manual}`
  const params = new URLSearchParams(query)
  const value = (name: string) => params.get(name) || undefined
  const key = value('dm')
  if (key === undefined) return { manualPath }
  const text = {
    lane: lanes.find((lane) => lane === value('lane')),
    revision: value('revision'),
    asOf: value('revision') === undefined ? value('asOf') : undefined,
    version: value('v'),
  }
  const anchor = value('at') ?? ''
  const from = anchor === '' ? undefined : value('from')
  return { manualPath, module: { path: objectPath(manualPath, key), anchor, text, from } }
}

/** '' for a text that is not correctly encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
