import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { QueryFrame } from '@/lib/QueryFrame'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'
import { EditOperatorDialog } from './OperatorEditor'
import { OperatorView } from './OperatorView'
import type { TailRedline } from './preview/ChangedPlaces'
import { operatorByCode } from './queries'

interface OperatorDialogProps {
  code: string
  Redline: TailRedline
  onClose: () => void
}

/** One operator by its code: to edit for those who may, to read for everybody else. */
export function OperatorDialog({ code, Redline, onClose }: OperatorDialogProps) {
  const { t } = useTranslation()
  const me = useMe()
  const operator = useQuery(operatorByCode(code))
  if (operator.data) {
    return can.manageOperators(me) ? (
      <EditOperatorDialog operator={operator.data} Redline={Redline} onClose={onClose} />
    ) : (
      <OperatorView operator={operator.data} onClose={onClose} />
    )
  }
  return (
    <Dialog title={code} size="xl" onClose={onClose}>
      <QueryFrame query={operator} failedTitle={t('operators.oneFailed')}>
        <Skeleton lines={8} />
      </QueryFrame>
    </Dialog>
  )
}
