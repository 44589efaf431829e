import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { itemMappingsQuery } from '@/api/policyMappings'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { href, paths } from '@/lib/paths'
import { Card } from '@/ui/Card'

/** The requirements of other collections that correspond to one. */
export function ItemMappingsCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const mappings = useQuery(itemMappingsQuery(id)).data ?? []
  if (mappings.length === 0) return null
  return (
    <Card title={t('mappings.ofItem')}>
      <ul className="list-unstyled mb-0">
        {mappings.map(({ id: key, relationship, rationale, target }) => (
          <li key={key} className="mb-2">
            {t(`mappings.relation.${relationship}`)}{' '}
            <a href={href(paths.compliance(target.collectionId, { item: target.id }))}>
              {target.policyCollectionName} {target.policyItemCode}
            </a>{' '}
            <PolicyStatusChip status={target.status} />
            {rationale !== '' && <span className="af-hint d-block mt-0">{rationale}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
