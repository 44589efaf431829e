import { alertStore, dismissAlert, type ShownAlert } from './alerts'
import { Button } from './Button'
import { Icon } from './Icon'
import { IconButton } from './IconButton'
import { useStore } from './store'
import { toneIcons } from './tone'
import { useUiTexts } from './UiTexts'
import { useAutoHide } from './useAutoHide'

const alertDuration = 3000
const alertGap = 10

/** The banners at the top of the page; mounted once. */
export function AlertStack() {
  const alerts = useStore(alertStore)
  return (
    <div className="af-alerts" style={{ gap: alertGap }}>
      {alerts.map((alert) => (
        <Banner key={alert.id} alert={alert} />
      ))}
    </div>
  )
}

function Banner({ alert }: { alert: ShownAlert }) {
  const texts = useUiTexts()
  const { id, tone, title, text, links = [], action, dismissible } = alert
  const stays = Boolean(dismissible || links.length > 0 || action)
  const hide = () => dismissAlert(id)
  const hold = useAutoHide(stays ? undefined : alertDuration, hide)
  return (
    <div {...hold} role={tone === 'danger' ? 'alert' : 'status'} className={`af-alert af-tone-${tone}`}>
      <Icon name={toneIcons[tone]} />
      <div className="af-alert-text">
        {title !== undefined && <strong className="d-block">{title}</strong>}
        {text}{' '}
        {links.map((link) => (
          <a key={link.href} href={link.href} className="me-3" onClick={hide}>
            {link.text}
          </a>
        ))}
        {action && (
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
      {stays && <IconButton icon="close" size="sm" label={texts.close} onClick={hide} />}
    </div>
  )
}
