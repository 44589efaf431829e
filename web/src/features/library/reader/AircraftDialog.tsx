import { useQuery } from '@tanstack/react-query'
import { fleetQuery } from '@/api/view'
import { useChoose, useOpenManual } from '../useChoice'
import { ApplicabilityDialog } from './ApplicabilityDialog'
import { useAircraftOffer } from './useAircraftOffer'

/** Chooses the aircraft for all manuals: one that the open manual knows, or else any. */
export function AircraftDialog({ onClose }: { onClose: () => void }) {
  const { choice, choices } = useAircraftOffer()
  const manual = useOpenManual()
  const fleet = useQuery({ ...fleetQuery, enabled: manual === undefined })
  const choose = useChoose()
  return (
    <ApplicabilityDialog
      choices={manual ? choices : fleet}
      choice={choice}
      onChoose={(next) => {
        choose(next)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
