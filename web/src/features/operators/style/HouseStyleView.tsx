import { useTranslation } from 'react-i18next'
import type { HouseStyle } from '@/api/types'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { Dialog } from '@/ui/Dialog'
import { SamplePages } from './SamplePages'
import { formOf } from './styleForm'

interface HouseStyleViewProps {
  /** The name of the operator. */
  operator: string
  style: HouseStyle
  onClose: () => void
}

/** A house style for those who may not change it. */
export function HouseStyleView({ operator, style, onClose }: HouseStyleViewProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('operators.style.title', { name: operator })}
      size="xl"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p className="d-flex flex-wrap align-items-center gap-2">
        <Chip tone="neutral" icon="lock">
          {t('operators.readOnly')}
        </Chip>
        <span className="af-hint mt-0">{t('operators.adminOnly')}</span>
      </p>
      <SamplePages look={formOf(style)} palette={style.palette} operator={operator} />
    </Dialog>
  )
}
