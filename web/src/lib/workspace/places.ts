import type { Place } from '@/api/types'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import type { IconName } from '@/ui/icons'

/** A paragraph of a version. */
export interface PlaceParagraph {
  anchor?: string
  version?: string
}

/** The link to a place, in the state of its manual in which it was read before. */
export function placeHref(
  { kind, path, csdbName, manualName, lane, revision }: Place,
  { anchor, version }: PlaceParagraph = {},
): string {
  if (manualName === '') return href(paths.media(csdbName, { file: path.slice(path.lastIndexOf('/') + 1) }))
  const reading = { lane, revision }
  if (kind === 'manual') return href(paths.manual(csdbName, manualName, reading))
  return href(
    paths.manual(csdbName, manualName, {
      ...reading,
      dm: keyOf(path),
      at: anchor,
      from: anchor && version,
    }),
  )
}

export function placeIcon({ kind, manualName }: Place): IconName {
  if (kind === 'manual') return 'book'
  return manualName === '' ? 'illustration' : 'module'
}
