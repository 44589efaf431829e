import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { forecastQuery } from '@/api/revisions'
import type { RevisionDetail } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Notice } from '@/ui/Notice'
import { JobDialog } from './JobDialog'

interface ConfirmRevisionDialogProps {
  revision: RevisionDetail
  onClose: () => void
}

/** Asks before a revision is merged into the working version, with what it will cost. */
export function ConfirmRevisionDialog({ revision, onClose }: ConfirmRevisionDialogProps) {
  const { t } = useTranslation()
  const forecast = useQuery(forecastQuery(revision.id)).data
  return (
    <JobDialog
      revision={revision}
      jobName="confirmOemAta2300"
      title={t('revisions.confirm.title', { number: revision.number, manual: revision.manualName })}
      confirmText={t('revisions.confirm.action')}
      onClose={onClose}
    >
      <p>{t('revisions.confirm.text')}</p>
      {forecast && (
        <ul>
          <li>
            {t('revisions.confirm.clean', {
              count: forecast.mergesCleanly,
              figure: formatNumber(forecast.mergesCleanly),
            })}
          </li>
          <li>
            {t('revisions.confirm.conflicts', {
              count: forecast.withConflicts,
              figure: formatNumber(forecast.withConflicts),
            })}
          </li>
          {forecast.checkedOut > 0 && (
            <li>
              {t('revisions.confirm.checkedOut', {
                count: forecast.checkedOut,
                figure: formatNumber(forecast.checkedOut),
              })}
            </li>
          )}
        </ul>
      )}
      {forecast?.isComplete === false && <p className="af-hint">{t('revisions.confirm.incomplete')}</p>}
      {!revision.isNewest && (
        <Notice tone="warning" title={t('revisions.later.title')}>
          {t('revisions.later.text')}
        </Notice>
      )}
    </JobDialog>
  )
}
