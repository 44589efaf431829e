import type { Params } from 'react-router'
import { paths } from '@/lib/paths'
import type { RouteHandle } from './routeHandle'

export interface Crumb {
  text: string
  path?: string
}

/** The way to the current page; database and manual appear under their own names. */
export function crumbsOf(
  handle: RouteHandle | undefined,
  { folderPath, manualPath }: Params,
  t: (key: string) => string,
): Crumb[] {
  if (!handle) return []
  const parent = handle.parent ? [{ text: t(handle.parent.titleKey), path: handle.parent.path }] : []
  if (folderPath !== undefined) {
    const database = { text: folderPath, path: paths.database(folderPath) }
    return manualPath === undefined
      ? [...parent, database]
      : [...parent, database, { text: manualPath, path: paths.manual(folderPath, manualPath) }]
  }
  return [...parent, { text: t(handle.titleKey) }]
}
