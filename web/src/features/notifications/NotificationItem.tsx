import { useTranslation } from 'react-i18next'
import type { Notification } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { href } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { IconButton } from '@/ui/IconButton'

const kindIcons = { accounts: 'people', jobs: 'task', revisions: 'reload', comments: 'comment' } as const

interface NotificationItemProps {
  notification: Notification
  onFollow: () => void
  onRead: () => void
}

export function NotificationItem({ notification, onFollow, onRead }: NotificationItemProps) {
  const { t } = useTranslation()
  const { kind, text, link, createdOn, readOn } = notification
  return (
    <li className="no-item" data-unread={readOn === undefined}>
      <div className="no-text">
        <div>
          {link ? (
            <a href={href(link)} onClick={onFollow}>
              {text}
            </a>
          ) : (
            text
          )}
        </div>
        <div className="no-meta">
          <Chip tone="neutral" icon={kindIcons[kind]}>
            {t(`notifications.kind.${kind}`)}
          </Chip>
          <time dateTime={createdOn}>{formatDateTime(createdOn)}</time>
          {readOn !== undefined && <span>{t('notifications.read')}</span>}
        </div>
      </div>
      {readOn === undefined && (
        <IconButton icon="check" label={t('notifications.markRead', { text })} onClick={onRead} />
      )}
    </li>
  )
}
