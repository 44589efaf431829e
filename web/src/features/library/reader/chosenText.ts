import type { Annotation, View } from '@/api/types'
import { propertyValue } from '@/lib/library/propertyValue'

/** The choice in one line. */
export function chosenText(t: (key: string) => string, chosen: View['applicability']['chosen']): string {
  return chosen
    .map(
      ({ name, applicPropertyIdent, value }) => `${name || applicPropertyIdent}: ${propertyValue(t, value)}`,
    )
    .join(' · ')
}

/** The values that decide an applicability, as in `EK 32-01 = not installed`. */
export function decidingText(t: (key: string) => string, decidedBy: Annotation['decidedBy']): string {
  const words = ({ name, value }: Annotation['decidedBy'][number]) =>
    `${name} = ${value === undefined ? t('reader.applicability.notKnown') : propertyValue(t, value)}`
  return decidedBy.map(words).join(' · ')
}
