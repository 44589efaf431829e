import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './Button'
import { classes } from './classes'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { useUiTexts } from './UiTexts'

interface ZoneProps {
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
}

/** One file at a time, or up to `most`. */
type DropZoneProps = ZoneProps &
  ({ onFile: (file: File) => void } | { most: number; onFiles: (files: readonly File[]) => void })

/** Takes files, dropped or picked; too many at once are refused. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, buttonText, icon = 'import', accept, error, disabledReason } = props
  const most = 'most' in props ? props.most : 1
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Children fire enter and leave of their own, so the visits are counted.
  const [depth, setDepth] = useState(0)
  const [isOverLimit, setIsOverLimit] = useState(false)
  const texts = useUiTexts()
  const complaint = isOverLimit ? texts.fileLimit(most) : error
  const closed = disabledReason !== undefined

  const take = (files: FileList) => {
    setIsOverLimit(files.length > most)
    const [file] = files
    if (!file || files.length > most) return
    if ('onFiles' in props) props.onFiles([...files])
    else props.onFile(file)
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
        multiple={most > 1}
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
