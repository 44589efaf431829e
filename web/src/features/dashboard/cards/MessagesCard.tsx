import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/format'
import { openOverlay } from '@/lib/overlay'
import { href } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { latestMessages } from '../queries'
import { GlanceCard } from './GlanceCard'

export function MessagesCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.messages.title')}
      more={
        <Button variant="link" onClick={() => openOverlay({ kind: 'notifications' })}>
          {t('dashboard.messages.all')}
        </Button>
      }
      list={useQuery(latestMessages())}
      failedTitle={t('dashboard.messages.failed')}
      empty={t('dashboard.messages.empty')}
      itemKey={(message) => message.id}
    >
      {(message) => (
        <>
          <span className="da-main">
            {message.link ? <a href={href(message.link)}>{message.text}</a> : message.text}
          </span>
          <time className="da-side" dateTime={message.createdOn}>
            {formatDateTime(message.createdOn)}
          </time>
        </>
      )}
    </GlanceCard>
  )
}
