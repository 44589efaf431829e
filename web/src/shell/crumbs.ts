import type { Params } from 'react-router'
import { paths } from '@/lib/paths'
import type { RouteHandle } from './routeHandle'

export interface Crumb {
  text: string
  path?: string
}

/**
 * The way to the current page; database and manual appear under their own names. The name that a page gives itself
 * comes last, and stands for its kind where a page above it tells that.
 */
export function crumbsOf(
  handle: RouteHandle | undefined,
  { folderPath, manualPath }: Params,
  t: (key: string) => string,
  name?: string,
): Crumb[] {
  if (!handle) return []
  const parent = handle.parent ? [{ text: t(handle.parent.titleKey), path: handle.parent.path }] : []
  const own = name === undefined ? [] : [{ text: name }]
  if (folderPath !== undefined) {
    const database = { text: folderPath, path: paths.database(folderPath) }
    return manualPath === undefined
      ? [...parent, database, ...own]
      : [...parent, database, { text: manualPath, path: paths.manual(folderPath, manualPath) }, ...own]
  }
  const kind = parent.length > 0 && name !== undefined ? [] : [{ text: t(handle.titleKey) }]
  return [...parent, ...kind, ...own]
}
