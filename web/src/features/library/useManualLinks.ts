import type { Manual } from '@/api/types'
import { databaseOf } from '@/lib/library/folders'
import { keyOf } from '@/lib/library/objects'
import { href, type ManualQuery, paths } from '@/lib/paths'
import { useChoice } from './useChoice'
import { useReading } from './useReading'

/** Links within a manual that go on reading the lane or revision that is read, for the aircraft that is chosen. */
export function useManualLinks(manual: Manual) {
  const reading = useReading()
  const choice = useChoice()
  const at = (query: ManualQuery) =>
    href(paths.manual(databaseOf(manual), manual.name, { ...reading, ...choice, ...query }))
  return {
    at,
    module: (path: string, more: ManualQuery = {}) => at({ ...more, dm: keyOf(path) }),
  }
}
