import { useTranslation } from 'react-i18next'
import type { OpenPolicyItem } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { formatDate, formatDateTime } from '@/lib/format'
import { href } from '@/lib/paths'
import { Card } from '@/ui/Card'
import { DescriptionList } from '@/ui/DescriptionList'
import { ProofByMapping } from './ProofByMapping'

/** The facts of a requirement beside its text, and its related items. */
export function ItemFacts({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  return (
    <div className="cpl-stack">
      <ItemDetails item={item} />
      {item.childs.length > 0 && (
        <Card title={t('compliance.below')}>
          <ul className="cpl-references">
            {item.childs.map((child) => (
              <li key={child.id}>
                <a href={href(itemPage(child))}>{child.policyItemCode}</a> {child.title}{' '}
                <PolicyStatusChip status={child.status ?? ''} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

export function ItemDetails({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const { scope, owner, reviewDate, effectiveDate, provedBy = [] } = item
  const none = t('compliance.none')
  return (
    <Card title={t('compliance.details')}>
      <DescriptionList
        items={[
          {
            term: t('compliance.filter.scope'),
            value: (
              <>
                {t(scope.inScope ? 'compliance.inScope' : 'compliance.outOfScope')}
                {scope.reason && <span className="af-hint d-block mt-0">{scope.reason}</span>}
              </>
            ),
          },
          ...(provedBy.length > 0
            ? [{ term: t('mappings.figures'), value: <ProofByMapping provedBy={provedBy} /> }]
            : []),
          { term: t('compliance.scopeForm.applicability'), value: scope.applicability || none },
          { term: t('compliance.scopeForm.operator'), value: scope.operator || none },
          { term: t('compliance.column.owner'), value: owner ? owner.name || owner.account : none },
          { term: t('compliance.column.reviewDate'), value: reviewDate ? formatDate(reviewDate) : none },
          {
            term: t('compliance.form.effectiveDate'),
            value: effectiveDate ? formatDate(effectiveDate) : none,
          },
          { term: t('compliance.changedOn'), value: formatDateTime(item.updatedOn) },
        ]}
      />
    </Card>
  )
}
