import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { policyItemsQuery } from '@/api/compliance'
import { itemPage } from '@/lib/compliance/itemPage'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Skeleton } from '@/ui/Skeleton'

/** The requirements that are listed; the rest is on the compliance overview. */
const listed = 20

/** The requirements that refer to a module or to one of its paragraphs. */
export function ModuleRequirements({ path }: { path: string }) {
  const { t } = useTranslation()
  const query = useQuery(policyItemsQuery({ module: path, pageNumber: 1, pageSize: listed }))
  return (
    <Card title={t('compliance.ofModule.title')}>
      <QueryFrame
        query={query}
        failedTitle={t('compliance.ofModule.failed')}
        loading={<Skeleton lines={2} />}
      >
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="mb-0">{t('compliance.ofModule.none')}</p>
          ) : (
            <>
              <ul className="list-unstyled mb-0">
                {items.map((item) => (
                  <li key={item.id}>
                    <a href={href(itemPage(item))}>{item.policyItemCode}</a> {item.title}{' '}
                    <PolicyStatusChip status={item.status} />{' '}
                    {item.rechecks > 0 && (
                      <Chip tone="warning" icon="warning">
                        {t('compliance.filter.recheck')}
                      </Chip>
                    )}
                  </li>
                ))}
              </ul>
              {total > items.length && (
                <a href={href(paths.complianceOverview({ module: path }))}>
                  {t('compliance.ofModule.more', { figure: formatNumber(total) })}
                </a>
              )}
            </>
          )
        }
      </QueryFrame>
    </Card>
  )
}
