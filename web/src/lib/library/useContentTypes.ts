import { useQuery } from '@tanstack/react-query'
import { contentTypesQuery } from '@/api/library'
import { currentLanguage } from '@/lib/i18n'

/** The kinds of content in the reader's language. */
export function useContentTypes() {
  const types = useQuery(contentTypesQuery(currentLanguage())).data ?? []
  return {
    types,
    /** The name of a kind; the code where nobody knows another word for it. */
    nameOf: (code: string) => types.find((type) => type.code === code)?.name ?? code,
  }
}
