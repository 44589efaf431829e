import { useTranslation } from 'react-i18next'
import type { OpenPolicyItem } from '@/api/types'
import { formatDate } from '@/lib/format'
import { Card } from '@/ui/Card'

/** Texts of a requirement that are published but apply later. */
export function FutureTextsCard({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const { futureTexts = [] } = item
  if (futureTexts.length === 0) return null
  return (
    <Card title={t('compliance.future.title')}>
      <ul className="cpl-references">
        {futureTexts.map(({ clause, text, applicable, applicableDate }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order, and may be alike.
          <li key={index} className="cpl-reference">
            <span className="af-hint d-block mt-0">
              {[
                clause.replaceAll('/', ''),
                applicableDate
                  ? t('compliance.future.from', { date: formatDate(applicableDate) })
                  : applicable,
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
            <p className="cpl-text mb-0">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
