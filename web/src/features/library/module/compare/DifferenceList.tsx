import { useTranslation } from 'react-i18next'
import type { ComparedVersions, ListedDifference, Manual } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { databaseOf } from '@/lib/library/folders'
import { differenceText } from './differenceText'
import { PictureDifferences } from './PictureDifferences'

interface DifferenceListProps {
  manual: Manual
  compared: ComparedVersions
  /** The name of the module, where several are shown. */
  title?: string
  /** The difference that was gone to. */
  current: number | undefined
  onGo: (difference: number) => void
}

/** All differences in words; each leads to its place on the page. */
export function DifferenceList({ manual, compared, title, current, onGo }: DifferenceListProps) {
  const { t } = useTranslation()
  const { count, differences, status } = compared
  if (count === 0 && status.length === 0) return null
  const rest = count - differences.length
  const label = title === undefined ? t('library.compare.list') : t('library.compare.listOf', { title })
  return (
    <aside className="rd-difference-list" aria-label={label}>
      {differences.length > 0 && (
        <details open>
          <summary>{t('library.compare.list')}</summary>
          <ol>
            {differences.map((each) => (
              <li key={each.difference}>
                <button
                  type="button"
                  className="rd-difference"
                  data-listed={each.difference}
                  aria-current={each.difference === current || undefined}
                  onClick={() => each.difference !== undefined && onGo(each.difference)}
                >
                  <Said difference={each} />
                </button>
                <PictureDifferences database={databaseOf(manual)} compared={compared} difference={each} />
              </li>
            ))}
          </ol>
          {rest > 0 && (
            <p className="af-hint">
              {t('library.compare.more', { count: rest, figure: formatNumber(rest) })}
            </p>
          )}
        </details>
      )}
      <StatusDifferences status={status} open={differences.length === 0} />
    </aside>
  )
}

interface StatusDifferencesProps {
  status: ComparedVersions['status']
  open: boolean
}

/** The differences in the status of the module: issue, date, companies. */
export function StatusDifferences({ status, open }: StatusDifferencesProps) {
  const { t } = useTranslation()
  if (status.length === 0) return null
  return (
    <details open={open}>
      <summary>{t('library.compare.status')}</summary>
      <ul>
        {status.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
          <li key={at}>
            <Said difference={each.subject ? { ...each, kind: 'value' } : each} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Said({ difference }: { difference: ListedDifference }) {
  const { t } = useTranslation()
  return (
    <>
      {differenceText(difference, t)}
      {!difference.certain && <span className="af-hint"> {t('library.compare.uncertain')}</span>}
    </>
  )
}
