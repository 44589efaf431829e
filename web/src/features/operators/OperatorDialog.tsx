import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { Operator } from '@/api/types'
import { can } from '@/lib/can'
import { QueryFrame } from '@/lib/QueryFrame'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
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
  // What is typed stays when the operator is renamed or deleted meanwhile.
  const [opened, setOpened] = useState<Operator>()
  if (!opened && operator.data) setOpened(operator.data)
  const shown = operator.data ?? opened
  if (shown) {
    return can.manageOperators(me) ? (
      <EditOperatorDialog operator={shown} Redline={Redline} onClose={onClose} />
    ) : (
      <OperatorView operator={shown} onClose={onClose} />
    )
  }
  return (
    <Dialog title={code} size="xl" onClose={onClose}>
      <QueryFrame query={operator} failedTitle={t('operators.oneFailed')}>
        {operator.data === null ? (
          <EmptyState icon="operator" title={t('operators.gone')} text={t('operators.goneText', { code })} />
        ) : (
          <Skeleton lines={8} />
        )}
      </QueryFrame>
    </Dialog>
  )
}
