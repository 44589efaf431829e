import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pages } from '@/lib/Pages'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { EmptyState } from '@/ui/EmptyState'
import { NotificationItem } from './NotificationItem'
import { notificationList, notificationsPageSize, useMarkRead } from './queries'

interface NotificationListProps {
  unreadOnly: boolean
  onFollow: () => void
}

export function NotificationList({ unreadOnly, onFollow }: NotificationListProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const notifications = useQuery(notificationList(unreadOnly, page))
  const markRead = useMarkRead()
  return (
    <>
      <QueryFrame query={notifications} failedTitle={t('notifications.failed')}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState
              icon="inbox"
              title={t(unreadOnly ? 'notifications.noUnreadTitle' : 'notifications.noneTitle')}
              text={t(unreadOnly ? 'notifications.noUnreadText' : 'notifications.noneText')}
            />
          ) : (
            <ul className="list-unstyled m-0">
              {data.items.map((notification) => (
                <NotificationItem
                  key={notification.id}
                  notification={notification}
                  onRead={() => markRead.mutate(notification.id, { onError: showProblem })}
                  onFollow={() => {
                    if (notification.readOn === undefined) markRead.mutate(notification.id)
                    onFollow()
                  }}
                />
              ))}
            </ul>
          )
        }
      </QueryFrame>
      <Pages list={{ page, pageSize: notificationsPageSize, setPage }} query={notifications} />
    </>
  )
}
