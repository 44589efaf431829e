import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFrame } from '@/lib/QueryFrame'
import { Skeleton } from '@/ui/Skeleton'
import { MailQueue } from './MailQueue'
import { MailSettingsForm } from './MailSettingsForm'
import { mailSettings } from './queries'

export function MailTab() {
  const { t } = useTranslation()
  const settings = useQuery(mailSettings)
  return (
    <div className="ad-stack">
      <QueryFrame query={settings} failedTitle={t('admin.mail.failed')} loading={<Skeleton lines={8} />}>
        {(data) => (
          <MailSettingsForm key={data.version} settings={data} onReload={() => void settings.refetch()} />
        )}
      </QueryFrame>
      <MailQueue />
    </div>
  )
}
