import { useIsDialogOpen } from './dialogs'
import { Icon } from './Icon'
import { IconButton } from './IconButton'
import { LiveMessages, liveProps } from './LiveMessages'
import { useStore } from './store'
import { type ActiveToast, dismissToast, toastStore } from './toasts'
import { toneIcons } from './tone'
import { useUiTexts } from './UiTexts'
import { useAutoHide } from './useAutoHide'

const toastDuration = 5000

/** The number of toasts shown at once; earlier ones return when these are gone. */
const toastsOpen = 3

/** The short messages in the corner; mounted once. While a dialog is open they stand above it, one at a time. */
export function ToastStack() {
  const toasts = useStore(toastStore)
  const overDialog = useIsDialogOpen()
  return (
    <div className="af-toasts" data-over-dialog={overDialog || undefined}>
      <LiveMessages
        messages={toasts.slice(overDialog ? -1 : -toastsOpen)}
        draw={(toast, order) => <Message key={toast.id} toast={toast} order={order} />}
      />
    </div>
  )
}

function Message({ toast: { id, tone, title, text }, order }: { toast: ActiveToast; order: number }) {
  const texts = useUiTexts()
  const hide = () => dismissToast(id)
  const hold = useAutoHide(toastDuration, hide)
  return (
    <div {...hold} {...liveProps(tone, order)} className={`af-alert af-toast af-tone-${tone}`}>
      <Icon name={toneIcons[tone]} />
      <div className="af-alert-text">
        {title !== undefined && <div className="af-toast-title">{title}</div>}
        {text}
      </div>
      <IconButton icon="close" size="sm" label={texts.close} onClick={hide} />
    </div>
  )
}
