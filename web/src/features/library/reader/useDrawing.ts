import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { View, ViewReference } from '@/api/types'
import { type Prepared, prepare } from './prepare'

/** What is drawn of a module. */
export type Drawable = Pick<View, 'html' | 'references' | 'figures' | 'reasons'>

/** Draws modules with our own words in the reader's language, each time anew. */
export function useDrawing(
  hrefOf: (reference: ViewReference) => string | undefined,
): (view: Drawable) => Prepared {
  const { t } = useTranslation()
  return useCallback(
    (view) =>
      prepare(view, {
        hrefOf,
        texts: {
          missing: (code) => t('reader.reference.missing', { code }),
          missingShort: t('reader.reference.missingShort'),
          notApplying: t('reader.reference.notApplying'),
          why: t('reader.applicability.why'),
          table: t('reader.table'),
        },
      }),
    [hrefOf, t],
  )
}
