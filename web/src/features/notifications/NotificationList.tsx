import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import { showProblem } from '@/lib/showProblem'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { Skeleton } from '@/ui/Skeleton'
import { NotificationItem } from './NotificationItem'
import { notificationList, notificationsPageSize, useMarkRead } from './queries'

interface NotificationListProps {
  unreadOnly: boolean
  onFollow: () => void
}

export function NotificationList({ unreadOnly, onFollow }: NotificationListProps) {
  const { t } = useTranslation()
  const [wantedPage, setWantedPage] = useState(1)
  const { data, error, refetch } = useQuery(notificationList(unreadOnly, wantedPage))
  const markRead = useMarkRead()
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 1) / notificationsPageSize))
  // Reading the last message of the last page leaves a page that is no more.
  if (data && wantedPage > lastPage) setWantedPage(lastPage)

  if (error) {
    return (
      <ErrorState
        title={t('notifications.failed')}
        message={error.message}
        detail={requestIdOf(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton lines={6} />
  if (data.total === 0) {
    return (
      <EmptyState
        icon="inbox"
        title={t(unreadOnly ? 'notifications.noUnreadTitle' : 'notifications.noneTitle')}
        text={t(unreadOnly ? 'notifications.noUnreadText' : 'notifications.noneText')}
      />
    )
  }
  return (
    <>
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
      {data.total > notificationsPageSize && (
        <Pagination
          page={wantedPage}
          pageSize={notificationsPageSize}
          total={data.total}
          onPage={setWantedPage}
        />
      )}
    </>
  )
}
