import type { Manual } from '@/api/types'
import { LaneStateSelect } from '../module/compare/LaneStateSelect'
import { useRevisionOptions } from '../useRevisionOptions'

interface ManualStateSelectProps {
  label: string
  /** As the server names it. */
  value: string
  manual: Manual
  onChange: (state: string) => void
}

/** Selects a state of a manual: a lane, an OEM revision or a day. */
export function ManualStateSelect({ label, value, manual, onChange }: ManualStateSelectProps) {
  return (
    <LaneStateSelect
      label={label}
      value={value}
      manual={manual}
      behind={useRevisionOptions(manual)}
      onChange={onChange}
    />
  )
}
