import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'

/** Says so when only the first of all that refer to something are named. */
export function MoreSources({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation()
  if (total <= shown) return null
  const figures = { shown: formatNumber(shown), total: formatNumber(total) }
  return <p className="af-hint px-3 pb-2">{t('library.reference.moreSources', figures)}</p>
}
