import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contentTypesQuery } from '@/api/library'
import { currentLanguage } from '@/lib/i18n'

/** The kinds of content in the reader's language. */
export function useContentTypes() {
  const { t } = useTranslation()
  const types = useQuery(contentTypesQuery(currentLanguage())).data ?? []
  return {
    /** Those that data modules have. */
    types,
    /** The name of a kind of content, or of an object that is no data module; the code where there is no other word. */
    nameOf: (code: string) =>
      types.find((type) => type.code === code)?.name ??
      t(`library.objectKind.${code}`, { defaultValue: code }),
  }
}
