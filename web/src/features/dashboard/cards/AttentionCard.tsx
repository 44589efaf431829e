import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countsQuery } from '@/api/queries'
import { formatNumber } from '@/lib/format'
import { href } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Icon } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { attentionOf } from '../attention'
import { packagesToMend } from '../queries'

/** The work that waits for the user, each with the way to it. */
export function AttentionCard() {
  const { t } = useTranslation()
  const counts = useQuery(countsQuery)
  const findings = useQuery(packagesToMend).data?.total
  return (
    <Card title={t('dashboard.attention.title')} flush>
      <QueryFrame
        query={counts}
        failedTitle={t('dashboard.countsFailed')}
        loading={
          <div className="p-3">
            <Skeleton lines={3} />
          </div>
        }
        keepsData
      >
        {(data) => {
          const items = attentionOf({ ...data, findings })
          return items.length === 0 ? (
            <p className="da-empty mb-0">
              <Icon name="success" /> {t('dashboard.attention.none')}
            </p>
          ) : (
            <ul className="da-attention">
              {items.map(({ kind, icon, path, count }) => (
                <li key={kind}>
                  <a href={href(path)}>
                    <Icon name={icon} />
                    {t(`dashboard.attention.${kind}`, { count, figure: formatNumber(count) })}
                    <Icon name="chevronRight" />
                  </a>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryFrame>
    </Card>
  )
}
