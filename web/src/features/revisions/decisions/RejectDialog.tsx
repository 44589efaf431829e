import { useTranslation } from 'react-i18next'
import type { RevisionDetail } from '@/api/types'
import { Notice } from '@/ui/Notice'
import { JobDialog } from './JobDialog'

/** Asks for the reason before a revision is rejected. */
export function RejectDialog({ revision, onClose }: { revision: RevisionDetail; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <JobDialog
      revision={revision}
      jobName="rejectOem"
      danger
      asksReason
      title={t('revisions.reject.title', { number: revision.number, manual: revision.manualName })}
      confirmText={t('revisions.reject.action')}
      onClose={onClose}
    >
      <p>{t('revisions.reject.text')}</p>
      {revision.isMel && (
        <Notice tone="warning" title={t('revisions.reject.melTitle')}>
          {t('revisions.reject.melText')}
        </Notice>
      )}
    </JobDialog>
  )
}
