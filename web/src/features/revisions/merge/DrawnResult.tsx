import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ComparedVersions } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Notice } from '@/ui/Notice'
import type { MergeViews } from './MergePage'
import { useSideWords } from './sideWords'

interface DrawnResultProps {
  /** The module. */
  path: string
  page: UseQueryResult<ComparedVersions>
  Compared: MergeViews['Compared']
}

/** The changes of the status, which the page does not show: there the newer text wins where both changed it. */
function StatusChanges({ changes }: { changes: ComparedVersions['status'] }) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <section aria-label={t('revisions.views.status')}>
      <p className="af-hint mb-0">{t('revisions.views.status')}</p>
      <ul>
        {changes.map(({ subject, old, new: now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered.
          <li key={index}>{`${subject}: ${old ?? '–'} → ${now ?? '–'}`}</li>
        ))}
      </ul>
    </section>
  )
}

const origins = ['theirs', 'ours', 'both', 'typed'] as const

/** The page of a merged text, and what the colours on it mean. */
export function DrawnResult({ path, page, Compared }: DrawnResultProps) {
  const { t } = useTranslation()
  const words = useSideWords()
  return (
    <QueryFrame
      query={page}
      failedTitle={t('revisions.views.resultFailed')}
      loading={<p className="af-hint">{t('revisions.views.drawing')}</p>}
    >
      {(compared) => (
        <>
          <h2 className="visually-hidden">{t('revisions.views.result')}</h2>
          <p className="mg-key">
            {origins.map((origin) => (
              <span key={origin} className="mg-tag" data-origin={origin}>
                {t(`revisions.${words}.originLong.${origin}`)}
              </span>
            ))}
          </p>
          {compared.coarse && <Notice tone="warning" title={t('revisions.views.coarse')} />}
          <StatusChanges changes={compared.status} />
          {compared.count === 0 && <p className="af-hint">{t('revisions.views.noDifference')}</p>}
          <div aria-busy={page.isPlaceholderData || undefined}>
            <Compared path={path} compared={compared} />
          </div>
        </>
      )}
    </QueryFrame>
  )
}
