import type { View } from '@/api/types'
import { propertyValue } from '@/lib/library/propertyValue'

/** The choice in one line. */
export function chosenText(t: (key: string) => string, chosen: View['applicability']['chosen']): string {
  return chosen
    .map(
      ({ name, applicPropertyIdent, value }) => `${name || applicPropertyIdent}: ${propertyValue(t, value)}`,
    )
    .join(' · ')
}
