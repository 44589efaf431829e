import { useTranslation } from 'react-i18next'
import type { ComparedVersions, ListedDifference, Manual } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { databaseOf } from '@/lib/library/folders'
import { differenceText } from './differenceText'
import { PictureDifferences } from './PictureDifferences'
import type { DifferenceStepper } from './useDifferenceSteps'

interface DifferenceListProps {
  manual: Manual
  compared: ComparedVersions
  steps: DifferenceStepper
}

/** All differences in words; each leads to its place on the page. */
export function DifferenceList({ manual, compared, steps }: DifferenceListProps) {
  const { t } = useTranslation()
  const { count, differences, status } = compared
  if (count === 0 && status.length === 0) return null
  return (
    <aside className="rd-difference-list" aria-label={t('library.compare.list')}>
      {differences.length > 0 && (
        <details open>
          <summary>{t('library.compare.list')}</summary>
          <ol>
            {differences.map((each) => (
              <li key={each.difference}>
                <button
                  type="button"
                  className="rd-difference"
                  aria-current={each.difference === steps.current || undefined}
                  onClick={() => each.difference !== undefined && steps.goTo(each.difference)}
                >
                  <Said difference={each} />
                </button>
                <PictureDifferences database={databaseOf(manual)} compared={compared} difference={each} />
              </li>
            ))}
          </ol>
          {differences.length < count && (
            <p className="af-hint">
              {t('library.compare.more', { count, figure: formatNumber(count - differences.length) })}
            </p>
          )}
        </details>
      )}
      {status.length > 0 && (
        <details open={differences.length === 0}>
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
      )}
    </aside>
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
