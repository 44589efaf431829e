import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { View, ViewReference } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { type PreparedArticle, prepare } from './prepare'

/** The parts of a view that are rendered. */
export type Drawable = Pick<View, 'html' | 'references' | 'figures' | 'reasons'>

/** Draws modules with our own words in the reader's language, each time anew. */
export function useDrawing(
  hrefOf: (reference: ViewReference) => string | undefined,
): (view: Drawable) => PreparedArticle {
  const { t } = useTranslation()
  return useCallback(
    (view) =>
      prepare(view, {
        hrefOf,
        hrefOfPart: (number) => href(paths.search(`"${number}"`)),
        texts: {
          missing: (code) => t('reader.reference.missing', { code }),
          missingShort: t('reader.reference.missingShort'),
          notApplying: t('reader.reference.notApplying'),
          why: t('reader.applicability.why'),
          table: t('reader.table'),
          show: (item) => t('reader.parts.show', { item }),
          summary: t('reader.summary.title'),
          warnings: t('reader.summary.warnings'),
          cautions: t('reader.summary.cautions'),
          whereUsed: (number) => t('reader.parts.whereUsed', { number }),
        },
      }),
    [hrefOf, t],
  )
}
