import {
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { classes } from './classes'
import { isTopmost, raiseDialog } from './dialogs'
import { firstField, focusFirst, tabbable, withPartsAround, wrapTab } from './focus'
import { IconButton } from './IconButton'
import { useUiTexts } from './UiTexts'
import { useUnsaved } from './unsaved'
import { useOverflow } from './useOverflow'

export const shakeDuration = 300

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Stands at the edge of the window in its full height: for what goes with the page beside it. */
  side?: boolean
  /** While something runs the dialog cannot be closed. */
  busy?: boolean
  /** Escape and a click beside the dialog shake it instead of closing: for forms whose text would be lost. */
  staticBackdrop?: boolean
  /** Starts at its first control, not at its first field, for dialogs that are read before they are filled in. */
  startsAtTop?: boolean
  /** Makes body and footer one form. */
  onSubmit?: FormEventHandler<HTMLFormElement>
}

/** Stands as long as it is rendered; focus moves into it and back to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = 'md',
  side = false,
  busy = false,
  staticBackdrop = false,
  startsAtTop = false,
  onSubmit,
}: DialogProps) {
  const titleId = useId()
  const texts = useUiTexts()
  const box = useRef<HTMLDivElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const scrolls = useOverflow(body)
  const { shaking, shake } = useShake()
  const dismiss = () => {
    if (busy) return
    if (staticBackdrop) shake()
    else onClose()
  }
  useModalFocus(box, startsAtTop)
  useTopmostEscape(dismiss)
  useUnsaved(staticBackdrop)
  useEffect(() => ignoreSecondClick, [])

  const content = (
    <>
      <div
        ref={setBody}
        className="af-dialog-body"
        // A scrolling area must be reachable by keyboard, and then needs a name.
        {...(scrolls && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
      >
        {children}
      </div>
      {footer && <div className="af-dialog-foot">{footer}</div>}
    </>
  )
  return createPortal(
    <Backdrop side={side} onPress={dismiss}>
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={classes('af-dialog', size !== 'md' && `af-dialog-${size}`, shaking && 'af-dialog-shake')}
        style={shaking ? { animationDuration: `${shakeDuration}ms` } : undefined}
        onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => wrapTab(event, event.currentTarget)}
      >
        <div className="af-dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={texts.close} disabled={busy} onClick={onClose} />
        </div>
        {onSubmit ? (
          <form noValidate onSubmit={onSubmit}>
            {content}
          </form>
        ) : (
          content
        )}
      </div>
    </Backdrop>,
    document.body,
  )
}

interface BackdropProps {
  side: boolean
  onPress: () => void
  children: ReactNode
}

function Backdrop({ side, onPress, children }: BackdropProps) {
  // A press that starts inside, as when text is selected, and ends outside is no wish to close.
  const startedHere = useRef(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the close button do the same by keyboard.
    <div
      role="presentation"
      className={classes('af-dialog-backdrop', side && 'af-dialog-at-side')}
      onPointerDown={(event) => {
        startedHere.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (startedHere.current && event.target === event.currentTarget) onPress()
      }}
    >
      {children}
    </div>
  )
}

const mouseEvents = ['mousedown', 'mouseup', 'click', 'dblclick'] as const

/** The second click of a double click that closed a dialog must not hit what lay behind it. */
function ignoreSecondClick(): void {
  const onMouse = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'mousedown') {
      for (const type of mouseEvents) document.removeEventListener(type, onMouse, true)
    }
  }
  for (const type of mouseEvents) document.addEventListener(type, onMouse, true)
}

function useShake() {
  const [shaking, setShaking] = useState(false)
  useEffect(() => {
    if (!shaking) return
    const timer = setTimeout(() => setShaking(false), shakeDuration)
    return () => clearTimeout(timer)
  }, [shaking])
  return { shaking, shake: () => setShaking(true) }
}

// Per dialog, where the focus was before it and before any dialog whose place it took.
const trails = new WeakMap<Element, readonly HTMLElement[]>()

function focusTrail(): readonly HTMLElement[] {
  const active = document.activeElement
  if (!(active instanceof HTMLElement)) return []
  const outer = active.closest<HTMLElement>('[role="dialog"]')
  // What opened this dialog may be gone when it closes; the focus then stays in the dialog around it.
  return outer ? [active, outer, ...(trails.get(outer) ?? [])] : withPartsAround(active)
}

function useModalFocus(box: { current: HTMLElement | null }, startsAtTop: boolean) {
  const [trail] = useState(focusTrail)
  useEffect(() => {
    const element = box.current
    if (element) trails.set(element, trail)
    if (element && !element.contains(document.activeElement)) {
      const [, ...inside] = tabbable(element)
      const target = (startsAtTop ? undefined : firstField(element)) ?? inside[0] ?? element
      target.focus()
    }
    const overflow = document.body.style.overflow
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = overflow
      focusFirst(trail)
    }
  }, [box, trail, startsAtTop])
}

function useTopmostEscape(dismiss: () => void) {
  const latest = useRef(dismiss)
  useEffect(() => {
    latest.current = dismiss
  })
  useEffect(() => {
    const me = Symbol('dialog')
    const lower = raiseDialog(me)
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && isTopmost(me)) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      lower()
    }
  }, [])
}
