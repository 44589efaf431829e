import type { TFunction } from 'i18next'
import { formatNumber } from '@/lib/format'

/** A number with its noun, as `1 requirement`; a line with several of them cannot take its plural from one. */
export const packFigure = (
  t: TFunction,
  noun: 'items' | 'references' | 'paragraphs' | 'evidence',
  count: number,
): string => t(`auditors.packs.figure.${noun}`, { count, figure: formatNumber(count) })
