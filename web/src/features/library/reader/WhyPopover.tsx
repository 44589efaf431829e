import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Annotation } from '@/api/types'
import { Chip } from '@/ui/Chip'
import { useDismiss, useFloat } from '@/ui/floating'
import { IconButton } from '@/ui/IconButton'
import { useUiTexts } from '@/ui/UiTexts'
import { WhyFacts } from './WhyFacts'

const looks = {
  yes: { tone: 'success', icon: 'success' },
  no: { tone: 'neutral', icon: 'hide' },
  unknown: { tone: 'warning', icon: 'help' },
} as const

interface WhyPopoverProps {
  annotation: Annotation
  anchor: HTMLElement
  onClose: () => void
}

/** Explains why a part is shown or not. */
export function WhyPopover({ annotation, anchor, onClose }: WhyPopoverProps) {
  const { t } = useTranslation()
  const texts = useUiTexts()
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  useFloat(anchor, panel, { placement: 'bottom-start', distance: 6 })
  const close = () => {
    onClose()
    anchor.focus()
  }
  useDismiss(true, [anchor, panel], close)
  const { truth } = annotation
  return (
    <div
      ref={setPanel}
      role="dialog"
      aria-label={t('reader.applicability.why')}
      className="af-floating af-popover rd-why-panel"
      data-open="true"
    >
      <div className="rd-why-head">
        <Chip {...looks[truth]}>{t(`reader.applicability.truth.${truth}`)}</Chip>
        <IconButton icon="close" size="sm" label={texts.close} onClick={close} />
      </div>
      <WhyFacts annotation={annotation} />
      <p className="af-hint mb-0">{t(`reader.applicability.meaning.${truth}`)}</p>
    </div>
  )
}
