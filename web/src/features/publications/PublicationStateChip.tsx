import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Publication } from '@/api/types'
import { formatDate } from '@/lib/format'
import { Chip } from '@/ui/Chip'

type ChipLook = Pick<ComponentProps<typeof Chip>, 'tone' | 'icon'>

const looks: Record<string, ChipLook> = {
  draft: { tone: 'neutral', icon: 'edit' },
  readyForApprove: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'success' },
  withdrawn: { tone: 'danger', icon: 'disabled' },
  superseded: { tone: 'neutral', icon: 'waiting' },
  ended: { tone: 'neutral', icon: 'clock' },
}

type ShownPublication = Pick<Publication, 'state' | 'withdrawn' | 'validUntil'>

/** Whether a temporary revision came to its end: nobody withdrew it. */
export const hasEnded = ({ state, withdrawn }: Pick<Publication, 'state' | 'withdrawn'>) =>
  state === 'withdrawn' && withdrawn?.by === ''

/** The state of a publication, and whether it is a temporary one. */
export function PublicationStateChip({ publication }: { publication: ShownPublication }) {
  const { t } = useTranslation()
  const state = hasEnded(publication) ? 'ended' : publication.state
  return (
    <span className="d-inline-flex flex-wrap gap-1">
      <Chip {...(looks[state] ?? { tone: 'neutral', icon: 'info' })}>{t(`publications.state.${state}`)}</Chip>
      {publication.validUntil && (
        <Chip tone="warning" icon="clock">
          {t('publications.until', { date: formatDate(publication.validUntil) })}
        </Chip>
      )}
    </span>
  )
}
