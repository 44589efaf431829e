import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './Button'
import { classes } from './classes'
import { Icon } from './Icon'
import type { IconName } from './icons'

interface DropZoneProps {
  /** Names the zone, and says what to drop. */
  label: string
  hint?: ReactNode
  /** The button for those who rather pick than drop. */
  buttonText: string
  icon?: IconName
  /** As the attribute of a file input; only a help for the picker, what is dropped can be anything. */
  accept?: string
  error?: string
  /** Why nothing may be dropped. */
  disabledReason?: string
  onFile: (file: File) => void
}

/** Takes one file, dropped or picked. */
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
  const closed = disabledReason !== undefined

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDepth(0)
    const file = event.dataTransfer.files[0]
    if (file && !closed) onFile(file)
  }
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Cleared so that choosing the same file again is noticed.
    event.target.value = ''
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be dropped on in every browser.
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      className={classes('af-drop', depth > 0 && !closed && 'af-drop-over', error && 'af-drop-wrong')}
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
      {error && (
        <p id={`${id}-error`} role="alert" className="af-drop-error">
          <Icon name="danger" size="sm" />
          {error}
        </p>
      )}
    </div>
  )
}
