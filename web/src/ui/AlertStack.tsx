import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type ActiveAlert, alertStore, clearAlerts, dismissAlert } from './alerts'
import { Button } from './Button'
import { useIsDialogOpen } from './dialogs'
import { tabbable } from './focus'
import { Icon } from './Icon'
import { IconButton } from './IconButton'
import { LiveMessages, liveProps } from './LiveMessages'
import { useStore } from './store'
import { toastStore } from './toasts'
import { toneIcons } from './tone'
import { useUiTexts } from './UiTexts'
import { useAutoHide } from './useAutoHide'
import { useMediaQuery } from './useMediaQuery'

const alertDuration = 3000
const alertGap = 10
/** The number of open banners; earlier ones are only counted until the user opens them. */
const alertsOpen = 4
/** On a telephone a second one would leave nothing of the page. */
export const oneAlertQuery = '(max-width: 575.98px)'

/**
 * The banners at the top of the page; mounted once.
 *
 * Beside a dialog there is room for one line or two, which it shares with the toasts. What does not stand open is not
 * rendered, so that its time does not pass unseen.
 */
export function AlertStack() {
  const texts = useUiTexts()
  const alerts = useStore(alertStore)
  const overDialog = useIsDialogOpen()
  const hasToast = useStore(toastStore).length > 0
  const [showsAll, setShowsAll] = useState(false)
  const { stack, close, closeAll, onKeyDown, onBlur } = useAlertKeys()
  const most = useMediaQuery(oneAlertQuery) ? 1 : alertsOpen
  if (showsAll && alerts.length <= most) setShowsAll(false)

  const room = overDialog ? (hasToast ? 0 : 1) : showsAll ? alerts.length : most
  const open = room === 0 ? [] : alerts.slice(-room)
  const earlier = alerts.length - open.length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does what the close buttons inside do.
    <div
      ref={stack}
      className="af-alerts"
      data-over-dialog={overDialog || undefined}
      style={{ gap: alertGap }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {!overDialog && alerts.length > most && (
        <div className="af-alerts-more">
          {!showsAll && <span role="status">{texts.earlierMessages(earlier)}</span>}
          <Button variant="link" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? texts.showFewer : texts.showAll}
          </Button>
          <Button variant="link" onClick={closeAll}>
            {texts.closeAll}
          </Button>
        </div>
      )}
      <LiveMessages
        messages={open}
        draw={(alert, order) => (
          <Banner
            key={alert.id}
            alert={alert}
            order={order}
            short={overDialog}
            more={overDialog ? earlier : 0}
            onClose={() => close(alert.id)}
          />
        )}
      />
    </div>
  )
}

interface BannerProps {
  alert: ActiveAlert
  order: number
  /** Without its links and actions, which wait until there is room for them. */
  short: boolean
  /** The number of banners behind this one. */
  more: number
  onClose: () => void
}

function Banner({ alert, order, short, more, onClose }: BannerProps) {
  const texts = useUiTexts()
  const { id, tone, title, about, text, links = [], action, dismissible, times } = alert
  const stays = Boolean(dismissible || links.length > 0 || action)
  const hide = () => dismissAlert(id)
  const hold = useAutoHide(stays ? undefined : alertDuration, hide, times)
  return (
    <div {...hold} data-alert={id} {...liveProps(tone, order)} className={`af-alert af-tone-${tone}`}>
      <Icon name={toneIcons[tone]} />
      <div className="af-alert-text">
        {title !== undefined && <strong className="af-alert-line">{title} </strong>}
        {about !== undefined && <span className="af-alert-line af-alert-about">{about} </span>}
        {text}{' '}
        {!short &&
          links.map((link) => (
            <a key={link.href} href={link.href} className="me-3" onClick={hide}>
              {link.text}
            </a>
          ))}
        {!short && action && (
          <Button
            variant="link"
            onClick={() => {
              hide()
              action.onSelect()
            }}
          >
            {action.text}
          </Button>
        )}
      </div>
      {times > 1 && <Figure text={`×${times}`} label={texts.times(times)} />}
      {more > 0 && <Figure text={`+${more}`} label={texts.moreMessages(more)} />}
      {(stays || short) && <IconButton icon="close" size="sm" label={texts.close} onClick={onClose} />}
    </div>
  )
}

function Figure({ text, label }: { text: string; label: string }) {
  return (
    <span className="af-alert-figure" title={label}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** The element that had the focus before the banners got it; null after the focus has left them. */
let before: Element | null = null

const orderOf = (control: HTMLElement) =>
  Number(control.closest<HTMLElement>('[data-alert]')?.style.order ?? 0)

/** The last control of the newest banner; the tree has those that interrupt behind the others. */
const newestControl = (stack: HTMLElement) =>
  tabbable(stack)
    .sort((a, b) => orderOf(a) - orderOf(b))
    .at(-1)

/** Puts the focus on the newest banner that can be closed; the banners never take it by themselves. */
export function focusAlerts(): void {
  const stack = document.querySelector<HTMLElement>('.af-alerts')
  const from = document.activeElement
  if (!stack || stack.contains(from)) return
  newestControl(stack)?.focus()
  if (stack.contains(document.activeElement)) before = from
}

/** Escape closes the banner that has the focus; the next one has it then, and after the last one what had it before. */
function useAlertKeys() {
  const stack = useRef<HTMLDivElement>(null)
  const closedByHand = useRef(false)
  const has = (element: Element | null) => stack.current?.contains(element) ?? false
  useEffect(() => {
    const byHand = closedByHand.current
    closedByHand.current = false
    if (byHand && stack.current) newestControl(stack.current)?.focus()
    if (has(document.activeElement)) return
    const back = before
    before = null
    if (byHand && back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
  })
  const byHand = (dismiss: () => void) => {
    closedByHand.current = has(document.activeElement)
    dismiss()
  }
  const close = (id: number) => byHand(() => dismissAlert(id))
  const closeAll = () => byHand(clearAlerts)
  const onKeyDown = (event: KeyboardEvent) => {
    const banner = event.target instanceof Element && event.target.closest('[data-alert]')
    if (event.key !== 'Escape' || !banner) return
    event.stopPropagation()
    close(Number(banner.getAttribute('data-alert')))
  }
  // While another window has the focus, this one keeps in mind which of its elements had it.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!has(relatedTarget) && !has(document.activeElement)) before = null
  }
  return { stack, close, closeAll, onKeyDown, onBlur }
}
