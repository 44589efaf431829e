import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/IconButton'
import { type FormatName, formatNames } from './formats'

interface FormatBarProps {
  /** Whether the schema allows a format at the cursor; undefined when there is no cursor. */
  isAllowed: ((format: FormatName) => boolean) | undefined
  onFormat: (format: FormatName) => void
}

const icons = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
  formatSubscript: 'subscript',
  formatSuperscript: 'superscript',
  markChange: 'compare',
} as const

const shortcuts: Partial<Record<FormatName, string>> = {
  formatBold: 'Control+B',
  formatItalic: 'Control+I',
  formatUnderline: 'Control+U',
  formatSubscript: 'Control+,',
  formatSuperscript: 'Control+.',
}

/** The formats of selected text. */
export function FormatBar({ isAllowed, onFormat }: FormatBarProps) {
  const { t } = useTranslation()
  const reasonFor = (format: FormatName) => {
    if (!isAllowed) return t('editor.format.noText')
    return isAllowed(format) ? undefined : t('editor.block.refused')
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form.
    <div role="group" className="ed-formats" aria-label={t('editor.format.title')}>
      {formatNames.map((format) => (
        <IconButton
          key={format}
          size="sm"
          icon={icons[format]}
          label={t(`editor.format.${format}`)}
          aria-keyshortcuts={shortcuts[format]}
          disabledReason={reasonFor(format)}
          // The selection stays in the text.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        />
      ))}
    </div>
  )
}
