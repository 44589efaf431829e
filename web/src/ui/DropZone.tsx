import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './Button'
import { classes } from './classes'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { useUiTexts } from './UiTexts'

interface DropZoneProps {
  /** Names the zone, and says what to drop. */
  label: string
  hint?: ReactNode
  /** The button for those who rather pick than drop. */
  buttonText: string
  icon?: IconName
  /** As the attribute of a file input; it only helps the picker, a dropped file can be anything. */
  accept?: string
  error?: string
  /** Why nothing may be dropped. */
  disabledReason?: string
  onFile: (file: File) => void
}

/** Takes one file, dropped or picked; more than one at once is refused. */
export function DropZone({
  label,
  hint,
  buttonText,
  icon = 'import',
  accept,
  error,
  disabledReason,
  onFile,
}: DropZoneProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Children fire enter and leave of their own, so the visits are counted.
  const [depth, setDepth] = useState(0)
  const [isOverLimit, setIsOverLimit] = useState(false)
  const texts = useUiTexts()
  const complaint = isOverLimit ? texts.oneFileOnly : error
  const closed = disabledReason !== undefined

  const take = (files: FileList) => {
    const [file] = files
    setIsOverLimit(files.length > 1)
    if (file && files.length === 1) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDepth(0)
    if (!closed) take(event.dataTransfer.files)
  }
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.files) take(event.target.files)
    // Cleared so that choosing the same file again is noticed.
    event.target.value = ''
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be dropped on in every browser.
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={complaint ? `${id}-error` : undefined}
      className={classes('af-drop', depth > 0 && !closed && 'af-drop-over', complaint && 'af-drop-wrong')}
      onDragEnter={(event) => {
        event.preventDefault()
        setDepth((visits) => visits + 1)
      }}
      // Without this the browser refuses the drop and opens the file instead.
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setDepth((visits) => Math.max(0, visits - 1))}
      onDrop={drop}
    >
      <Icon name={icon} size="xl" />
      <p id={`${id}-label`} className="af-drop-label">
        {label}
      </p>
      <input
        ref={input}
        type="file"
        aria-labelledby={`${id}-label`}
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        onChange={pick}
      />
      <Button disabledReason={disabledReason} onClick={() => input.current?.click()}>
        {buttonText}
      </Button>
      {hint !== undefined && <p className="af-hint mb-0">{hint}</p>}
      {complaint && (
        <p id={`${id}-error`} role="alert" className="af-drop-error">
          <Icon name="danger" size="sm" />
          {complaint}
        </p>
      )}
    </div>
  )
}
