import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { comparedQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { ComparedPages } from '../module/compare/ComparedPages'
import '../reader/reader.css'
import '../module/compare/compare.css'

interface ModuleRedlineProps {
  path: string
  /** The id of the old version. */
  left: string
  right: string
}

/** Two versions of a module of any manual as the reader sees them, with their differences marked. */
export function ModuleRedline(props: ModuleRedlineProps) {
  const { t } = useTranslation()
  const isAround = ({ path }: Manual) => props.path.startsWith(`${path}/`)
  const manual = useQuery({ ...manualsQuery(), select: (manuals) => manuals.find(isAround) ?? null })
  return (
    <QueryFrame query={manual} failedTitle={t('library.compare.failed')}>
      {(found) => found && <Redline manual={found} {...props} />}
    </QueryFrame>
  )
}

export function Redline({ manual, path, left, right }: ModuleRedlineProps & { manual: Manual }) {
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
