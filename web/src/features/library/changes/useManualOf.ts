import { useQuery } from '@tanstack/react-query'
import { manualsQuery } from '@/api/library'
import type { Manual } from '@/api/types'

/** The manual around a module, for pages outside the library; null when it cannot be seen. */
export function useManualOf(path: string) {
  const isAround = (manual: Manual) => path.startsWith(`${manual.path}/`)
  return useQuery({
    ...manualsQuery(path.split('/')[1]),
    select: (manuals) => manuals.find(isAround) ?? null,
  })
}
