import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Tabs } from '@/ui/Tabs'
import { NotificationList } from './NotificationList'
import { notificationList, useMarkAllRead } from './queries'
import './notifications.css'

type NotificationFilter = 'unread' | 'all'

/** The messages of the signed-in person. It opens on the unread ones: their number is the one the header shows. */
export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [show, setShow] = useState<NotificationFilter>('unread')
  const unread = useQuery(notificationList(true, 1))
  const markAll = useMarkAllRead()
  const nothingUnread = unread.data?.total === 0
  const list = (wanted: NotificationFilter) => (
    <NotificationList key={wanted} unreadOnly={wanted === 'unread'} onFollow={onClose} />
  )
  return (
    <Dialog
      title={t('notifications.title')}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button
            icon="check"
            className="me-auto"
            busy={markAll.isPending}
            disabledReason={nothingUnread ? t('notifications.nothingUnread') : undefined}
            onClick={() => markAll.mutate(undefined, { onError: showProblem })}
          >
            {t('notifications.markAllRead')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <Tabs<NotificationFilter>
        label={t('notifications.title')}
        active={show}
        onChange={setShow}
        tabs={[
          {
            id: 'unread',
            label: t('notifications.unread'),
            count: unread.data?.total,
            content: list('unread'),
          },
          { id: 'all', label: t('notifications.all'), content: list('all') },
        ]}
      />
    </Dialog>
  )
}
