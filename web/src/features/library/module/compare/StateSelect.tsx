import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { File, FileVersion, Manual } from '@/api/types'
import { formatDate } from '@/lib/format'
import { issueText } from '@/lib/library/issue'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'

interface StateSelectProps {
  label: string
  /** As the server names it. */
  value: string
  manual: Manual
  versions: readonly FileVersion[] | undefined
  file: File | undefined
  onChange: (state: string) => void
}

const lanes = ['oem', 'working', 'released'] as const
const atMoment = 'working@'

/** Selects a state of a module: a version, a lane, a day, or the reader's own draft. */
export function StateSelect({ label, value, manual, versions = [], file, onChange }: StateSelectProps) {
  const { t } = useTranslation()
  const me = useMe().user.account
  const isMine = file?.checkedOutBy === me || ['draft', 'base'].includes(value)
  const isAtMoment = value.startsWith(atMoment)
  const options = [
    ...(isMine
      ? ['draft', 'base'].map((state) => ({ value: state, label: t(`library.compare.state.${state}`) }))
      : []),
    ...lanes
      .filter((lane) => manual.lanes[lane] !== undefined || lane === value)
      .map((lane) => ({ value: lane, label: t(`library.compare.state.${lane}`) })),
    { value: atMoment, label: t('library.compare.state.moment') },
    ...versions.map((each) => ({ value: each.versionId, label: versionName(each, t) })),
    ...(value.startsWith('revision:') ? [{ value, label: t('library.compare.state.revision') }] : []),
  ]
  return (
    <div className="rd-state">
      <Select
        label={label}
        value={isAtMoment ? atMoment : value}
        options={options}
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

/** The end of a day. */
const momentOf = (day: string) => `${atMoment}${day}T23:59:59Z`

function versionName(version: FileVersion, t: (key: string) => string): string {
  return [
    issueText(version),
    version.issueDate && formatDate(version.issueDate),
    t(`library.origin.${version.origin}`),
    version.revisions.length > 0 && `R${version.revisions.join(', R')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
