import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revisionsQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { formatDate } from '@/lib/format'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'

interface ManualStateSelectProps {
  label: string
  /** As the server names it. */
  value: string
  manual: Manual
  onChange: (state: string) => void
}

const lanes = ['oem', 'working', 'released'] as const
const atMoment = 'working@'

/** Selects a state of a manual: a lane, an OEM revision or a day. */
export function ManualStateSelect({ label, value, manual, onChange }: ManualStateSelectProps) {
  const { t } = useTranslation()
  const revisions = useQuery(revisionsQuery(manual.path)).data ?? []
  const isAtMoment = value.startsWith(atMoment)
  const momentOf = (day: string) => `${atMoment}${day}T23:59:59Z`
  return (
    <div className="rd-state">
      <Select
        label={label}
        value={isAtMoment ? atMoment : value}
        options={[
          ...lanes
            .filter((lane) => manual.lanes[lane] !== undefined || lane === value)
            .map((lane) => ({ value: lane, label: t(`library.compare.state.${lane}`) })),
          { value: atMoment, label: t('library.compare.state.moment') },
          ...revisions.map(({ id, number, createdOn }) => ({
            value: `revision:${id}`,
            label: t('library.changes.revision', { number: String(number), date: formatDate(createdOn) }),
          })),
        ]}
        onChange={({ target }) =>
          onChange(target.value === atMoment ? momentOf(new Date().toISOString().slice(0, 10)) : target.value)
        }
      />
      {isAtMoment && (
        <Field
          label={t('library.compare.state.day', { label })}
          type="date"
          value={value.slice(atMoment.length, atMoment.length + 10)}
          onChange={({ target }) => target.value && onChange(momentOf(target.value))}
        />
      )}
    </div>
  )
}
