import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryTerm } from '@/api/types'
import { useDismiss, useFloat } from '@/ui/floating'
import { IconButton } from '@/ui/IconButton'
import { useUiTexts } from '@/ui/UiTexts'

interface TermPopoverProps {
  term: GlossaryTerm
  anchor: HTMLElement
  onClose: () => void
}

/** Explains a term. */
export function TermPopover({ term, anchor, onClose }: TermPopoverProps) {
  const { t } = useTranslation()
  const texts = useUiTexts()
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  useFloat(anchor, panel, { placement: 'bottom-start', distance: 6 })
  const close = () => {
    onClose()
    anchor.focus()
  }
  useDismiss(true, [anchor, panel], close)
  return (
    <div
      ref={setPanel}
      role="dialog"
      aria-label={t('reader.term.label')}
      className="af-floating af-popover rd-why-panel"
      data-open="true"
    >
      <div className="rd-why-head">
        <strong>{term.term}</strong>
        <IconButton icon="close" size="sm" label={texts.close} onClick={close} />
      </div>
      <p className="mb-0">{term.definition}</p>
    </div>
  )
}
