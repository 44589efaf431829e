import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { dayOf, endOfDay, laneMomentOf } from '@/lib/library/moments'
import { Field } from '@/ui/Field'
import type { Option } from '@/ui/option'
import { Select } from '@/ui/Select'
import { lanes } from '../../lanes'

interface LaneStateSelectProps {
  label: string
  /** As the server names it. */
  value: string
  manual: Manual
  /** Options before and behind the lanes. */
  before?: readonly Option[]
  behind?: readonly Option[]
  onChange: (state: string) => void
}

/** Selects a lane of a manual, now or on a day, or another state. */
export function LaneStateSelect({
  label,
  value,
  manual,
  before = [],
  behind = [],
  onChange,
}: LaneStateSelectProps) {
  const { t } = useTranslation()
  const moment = laneMomentOf(value)
  const offered = lanes.filter(
    (lane) => manual.lanes[lane] !== undefined || lane === value || lane === moment?.lane,
  )
  const onSelect = (state: string) =>
    onChange(state.endsWith('@') ? endOfDay({ lane: state.slice(0, -1), day: dayOf(new Date()) }) : state)
  return (
    <div className="rd-state">
      <Select
        label={label}
        value={moment ? `${moment.lane}@` : value}
        options={[
          ...before,
          ...offered.map((lane) => ({ value: lane, label: t(`library.compare.state.${lane}`) })),
          ...offered.map((lane) => ({ value: `${lane}@`, label: t(`library.compare.onDay.${lane}`) })),
          ...behind,
        ]}
        onChange={({ target }) => onSelect(target.value)}
      />
      {moment && (
        <Field
          label={t('library.compare.state.day', { label })}
          type="date"
          value={moment.day}
          onChange={({ target }) =>
            target.value && onChange(endOfDay({ lane: moment.lane, day: target.value }))
          }
        />
      )}
    </div>
  )
}
