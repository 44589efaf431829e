import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { Dialog } from '@/ui/Dialog'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { EditOperatorDialog } from './OperatorEditor'
import { OperatorView } from './OperatorView'
import { operatorByCode } from './queries'

/** One operator by its code: to edit for those who may, to read for everybody else. */
export function OperatorDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const { data, error, refetch } = useQuery(operatorByCode(code))
  if (data) {
    return can.manageOperators(me) ? (
      <EditOperatorDialog operator={data} onClose={onClose} />
    ) : (
      <OperatorView operator={data} onClose={onClose} />
    )
  }
  return (
    <Dialog title={code} size="xl" onClose={onClose}>
      {error ? (
        <ErrorState
          title={t('operators.oneFailed')}
          message={error.message}
          detail={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}
