import type { TFunction } from 'i18next'

interface ContentType {
  code: string
  name: string
}

/**
 * The display name of a content type or of an object that is no data module; the code where there is no name.
 * `types` are those of data modules.
 */
export function contentTypeName(t: TFunction, types: readonly ContentType[], code: string): string {
  const known = types.find((type) => type.code === code)
  return known?.name ?? t(`library.objectKind.${code}`, { defaultValue: code })
}
