import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { HouseStyle } from '@/api/types'
import { can } from '@/lib/can'
import { QueryFrame } from '@/lib/QueryFrame'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { Skeleton } from '@/ui/Skeleton'
import { operatorByCode } from '../queries'
import { HouseStyleEditor } from './HouseStyleEditor'
import { HouseStyleView } from './HouseStyleView'
import { houseStyle } from './queries'
import './houseStyle.css'

interface HouseStyleDialogProps {
  /** The code of the operator. */
  code: string
  onClose: () => void
}

/** The house style of an operator: to edit for those who may, to look at for everybody else. */
export function HouseStyleDialog({ code, onClose }: HouseStyleDialogProps) {
  const { t } = useTranslation()
  const me = useMe()
  const style = useQuery(houseStyle(code))
  const operator = useQuery(operatorByCode(code))
  // What is chosen stays when the operator is renamed or deleted meanwhile.
  const [opened, setOpened] = useState<{ operator: string; style: HouseStyle }>()
  if (!opened && style.data && operator.data) {
    setOpened({ operator: operator.data.name, style: style.data })
  }
  if (opened) {
    return can.manageOperators(me) ? (
      <HouseStyleEditor {...opened} onClose={onClose} />
    ) : (
      <HouseStyleView {...opened} onClose={onClose} />
    )
  }
  return (
    <Dialog title={code} size="xl" onClose={onClose}>
      <QueryFrame query={style} failedTitle={t('operators.style.failed')}>
        <QueryFrame query={operator} failedTitle={t('operators.oneFailed')}>
          {operator.data === null ? (
            <EmptyState
              icon="operator"
              title={t('operators.gone')}
              text={t('operators.goneText', { code })}
            />
          ) : (
            <Skeleton lines={8} />
          )}
        </QueryFrame>
      </QueryFrame>
    </Dialog>
  )
}
