import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { useAsked } from '../useAsked'
import { auditCheck } from './queries'

/** Proves on demand that no entry of the log was changed, added or removed behind the program's back. */
export function VerifyChain() {
  const { t } = useTranslation()
  const check = useQuery(auditCheck)
  const verify = () => void check.refetch()
  useAsked('verify', verify)
  return (
    <div className="ad-verify">
      <div role="status" className="d-flex flex-wrap align-items-center gap-2">
        {check.error && !check.isFetching && (
          <Chip tone="danger" icon="danger">
            {check.error.message}
          </Chip>
        )}
        {check.data && !check.error && !check.isFetching && (
          <>
            {check.data.intact ? (
              <Chip tone="success" icon="success">
                {t('admin.audit.intact')}
              </Chip>
            ) : (
              <Chip tone="danger" icon="danger">
                {t('admin.audit.broken', { seq: formatNumber(check.data.firstBrokenSeq ?? 0) })}
              </Chip>
            )}
            <span className="af-hint mt-0">
              {t('admin.audit.checked', {
                entries: formatNumber(check.data.checked),
                time: formatDateTime(new Date(check.dataUpdatedAt)),
              })}
            </span>
          </>
        )}
      </div>
      <Button icon="admin" busy={check.isFetching} busyText={t('admin.audit.verifying')} onClick={verify}>
        {t('admin.audit.verify')}
      </Button>
    </div>
  )
}
