import type { Manual } from '@/api/types'
import { databaseOf } from '@/lib/library/folders'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, type ManualQuery, paths } from '@/lib/paths'
import { useLinkedChoice } from './useChoice'
import { useReading } from './useReading'
import { useReadProfile } from './useReadProfile'

/** Links within a manual that go on reading the lane or revision, the profile, and for the aircraft of the address. */
export function useManualLinks(manual: Manual) {
  const reading = useReading()
  const choice = useLinkedChoice()
  const { profileId } = useReadProfile(manual.path)
  const at = (query: ManualQuery) =>
    href(
      paths.manual(databaseOf(manual), manual.name, {
        ...reading,
        ...(query.revision && { asOf: undefined }),
        ...choice,
        ...(profileId && { profile: profileId }),
        ...query,
      }),
    )
  const module = (path: string, more: ManualQuery = {}) => at({ ...more, dm: keyOf(path) })
  return {
    at,
    module,
    /** Anything that is referred to: within the manual the lane and the aircraft stay, in another one the moment. */
    object: (path: string, more: ManualQuery = {}) =>
      path.startsWith(`${manual.path}/`)
        ? module(path, more)
        : (mediaHref(path) ?? objectHref(path, { asOf: reading.asOf, ...more })),
  }
}

/** A picture among the media of its database; undefined for anything else. */
function mediaHref(path: string): string | undefined {
  const [, database, folder, file] = path.split('/')
  return database && folder === 'MULTIMEDIA' && file ? href(paths.media(database, { file })) : undefined
}
