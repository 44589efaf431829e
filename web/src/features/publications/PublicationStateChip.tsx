import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'

type ChipLook = Pick<ComponentProps<typeof Chip>, 'tone' | 'icon'>

const looks: Record<string, ChipLook> = {
  draft: { tone: 'neutral', icon: 'edit' },
  readyForApprove: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'success' },
  withdrawn: { tone: 'danger', icon: 'disabled' },
  superseded: { tone: 'neutral', icon: 'waiting' },
}

/** The state of a publication. */
export function PublicationStateChip({ state }: { state: string }) {
  const { t } = useTranslation()
  return (
    <Chip {...(looks[state] ?? { tone: 'neutral', icon: 'info' })}>{t(`publications.state.${state}`)}</Chip>
  )
}
