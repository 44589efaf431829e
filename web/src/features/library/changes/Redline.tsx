import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { comparedQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { Chip } from '@/ui/Chip'
import { ComparedPages } from '../module/compare/ComparedPages'
import { StatusDifferences } from '../module/compare/DifferenceList'

interface RedlineProps {
  manual: Manual
  path: string
  /** The name of the module, where several are shown. */
  title?: string
  /** The compared states. */
  left: string
  right: string
  /** The module of the old state, where it is another one. */
  leftPath?: string
  /** There is nothing to compare with: the whole text is shown. */
  isNew?: boolean
}

/** Two states of a module as the reader sees them, with their differences marked. */
export function Redline({ manual, path, title, left, right, leftPath, isNew = false }: RedlineProps) {
  const { t } = useTranslation()
  const compared = useQuery(comparedQuery(path, { left, right, leftPath, layout: 'one' }, currentLanguage()))
  return (
    <QueryFrame query={compared} failedTitle={t('library.compare.failed')}>
      {(data) => (
        <div className="rd rd-compared">
          {!isNew && (
            <p className="af-hint">
              {t('library.compare.differences', { count: data.count, figure: formatNumber(data.count) })}
            </p>
          )}
          {(isNew || data.count > 0) && <ComparedPages manual={manual} compared={data} title={title} />}
          {data.count === 0 && data.status.length > 0 && (
            <Chip tone="neutral" icon="info">
              {t('library.changes.statusOnly')}
            </Chip>
          )}
          <StatusDifferences status={data.status} open={data.count === 0} />
        </div>
      )}
    </QueryFrame>
  )
}
