import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { File, FileVersion, Manual } from '@/api/types'
import { formatDate } from '@/lib/format'
import { issueText } from '@/lib/library/issue'
import { useRevisionOptions } from '../../useRevisionOptions'
import { LaneStateSelect } from './LaneStateSelect'

interface StateSelectProps {
  label: string
  /** As the server names it. */
  value: string
  manual: Manual
  versions: readonly FileVersion[] | undefined
  file: File | undefined
  onChange: (state: string) => void
}

/** Selects a state of a module: a version, a lane, a day, or the reader's own draft. */
export function StateSelect({ label, value, manual, versions = [], file, onChange }: StateSelectProps) {
  const { t } = useTranslation()
  const me = useMe().user.account
  const isMine = file?.checkedOutBy === me || ['draft', 'base'].includes(value)
  const own = isMine ? ['draft', 'base'] : []
  // A link from the changes of a manual names the states of the manual.
  const ofManual = useRevisionOptions(manual).find((each) => each.value === value)
  return (
    <LaneStateSelect
      label={label}
      value={value}
      manual={manual}
      before={own.map((state) => ({ value: state, label: t(`library.compare.state.${state}`) }))}
      behind={[
        ...versions.map((each) => ({ value: each.versionId, label: versionName(each, t) })),
        ...(value.startsWith('revision:')
          ? [ofManual ?? { value, label: t('library.compare.state.revision') }]
          : []),
      ]}
      onChange={onChange}
    />
  )
}

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
