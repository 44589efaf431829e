import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { comparedQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { ComparedPages } from '../module/compare/ComparedPages'

interface RedlineProps {
  manual: Manual
  path: string
  left: string
  right: string
}

/** Two versions of a module in one text. */
export function Redline({ manual, path, left, right }: RedlineProps) {
  const { t } = useTranslation()
  const compared = useQuery(comparedQuery(path, { left, right, layout: 'one' }, currentLanguage()))
  return (
    <QueryFrame query={compared} failedTitle={t('library.compare.failed')}>
      {(data) => (
        <div className="rd rd-compared">
          <p className="af-hint">
            {t('library.compare.differences', { count: data.count, figure: formatNumber(data.count) })}
          </p>
          {data.count > 0 && <ComparedPages manual={manual} compared={data} />}
        </div>
      )}
    </QueryFrame>
  )
}
