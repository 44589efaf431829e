import type { ReferencePlace } from '@/api/types'
import { objectPath } from '@/lib/library/objects'

/**
 * The place in a manual that a copied link leads to: the paragraph, the module or the manual. Undefined for a link to
 * anything else.
 */
export function placeOfLink(link: string): ReferencePlace | undefined {
  const page = link.trim().split('#')[1]
  const [address = '', query = ''] = (page ?? '').split('?')
  const [, library, database, manual, ...rest] = address.split('/')
  if (library !== 'library' || !database || !manual || manual === 'MULTIMEDIA' || rest.length > 0) {
    return undefined
  }
  const manualPath = `/${decodeURIComponent(database)}/${decodeURIComponent(manual)}`
  const params = new URLSearchParams(query)
  const key = params.get('dm')
  if (!key) return { path: manualPath }
  return { path: objectPath(manualPath, key), anchor: params.get('at') ?? '' }
}
