import { useTranslation } from 'react-i18next'
import type { Job } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { ProgressBar } from '@/ui/ProgressBar'

/** A publication that is being made. */
export function PublishingLine({ job: { id, kind, parameterMap, progress, createdBy } }: { job: Job }) {
  const { t } = useTranslation()
  const { revision } = parameterMap
  const label = [
    t(`jobs.kind.${kind ?? 'exportQuick'}`),
    typeof revision === 'string' && t('publications.publishing.revision', { revision }),
    createdBy,
  ]
  return (
    <div className="mb-3">
      <ProgressBar label={label.filter(Boolean).join(' · ')} percent={progress} />
      <a className="af-hint" href={href(paths.tasks({ job: id }))}>
        {t('publications.publishing.task')}
      </a>
    </div>
  )
}
