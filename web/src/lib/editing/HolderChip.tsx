import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'
import { type HeldBy, holderText } from './editEntries'

/** Who has checked a file out and since when; nothing for a free one. */
export function HolderChip({ file }: { file: HeldBy }) {
  const { t } = useTranslation()
  if (file.checkedOutBy === undefined) return null
  return (
    <span title={holderText(file, t)}>
      <Chip tone="info" icon="lock">
        {file.checkedOutBy}
        <span className="visually-hidden">: {holderText(file, t)}</span>
      </Chip>
    </span>
  )
}
