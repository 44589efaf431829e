import { useQuery } from '@tanstack/react-query'
import { modulesQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { useReading } from '../useReading'

/** The modules of a manual with this code, one for each language. */
export function useTranslations(manual: Manual, code: string | undefined) {
  const query = { manualPath: manual.path, ...useReading(), pageNumber: 1, pageSize: 50 }
  return useQuery({
    ...modulesQuery({ ...query, keywordFilter: code }),
    enabled: code !== undefined,
    placeholderData: undefined,
    select: ({ items }) => items.filter((module) => module.code === code),
  })
}
