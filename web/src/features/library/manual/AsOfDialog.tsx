import { useTranslation } from 'react-i18next'
import { MomentDialog } from '@/lib/library/MomentDialog'
import { usualLane } from '../lanes'
import { useRead } from '../useRead'
import { useReading } from '../useReading'

/** Chooses the moment at which a manual is read. */
export function AsOfDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { lane = usualLane } = useReading()
  const read = useRead()
  return (
    <MomentDialog
      hint={t('library.reading.momentHint')}
      onChoose={(asOf) => read({ lane: lane === usualLane ? undefined : lane, asOf })}
      onClose={onClose}
    />
  )
}
