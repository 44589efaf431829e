import { useTranslation } from 'react-i18next'
import { Icon } from '@/ui/Icon'
import { type HeldBy, holderText } from './editEntries'

/** An icon that says who has checked a file out and since when, where there is no room for a chip. */
export function HolderMark({ held }: { held: HeldBy }) {
  const { t } = useTranslation()
  const text = holderText(held, t)
  return (
    <span title={text}>
      <Icon name="lock" size="sm" />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
