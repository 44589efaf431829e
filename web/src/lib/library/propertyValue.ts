import i18next from 'i18next'

/** A value of a product attribute or condition in words, where it is one of those that everybody uses. */
export function propertyValue(t: (key: string) => string, value: string): string {
  const isWord = /^[A-Z_]+$/.test(value) && i18next.exists(`reader.applicability.value.${value}`)
  return isWord ? t(`reader.applicability.value.${value}`) : value
}
