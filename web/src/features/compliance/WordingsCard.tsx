import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { policyWordingsQuery } from '@/api/regulations'
import { RedlineText } from '@/lib/compliance/RedlineText'
import { formatDate } from '@/lib/format'
import { Card } from '@/ui/Card'

/** The changes of a requirement's text in versions of the regulation, newest first. */
export function WordingsCard({ id }: { id: string }) {
  const { t } = useTranslation()
  // Most requirements have none, and the page does not need them: it shows them once they are there.
  const wordings = useQuery(policyWordingsQuery(id)).data ?? []
  if (wordings.length === 0) return null
  return (
    <Card title={t('compliance.wordings')}>
      {wordings.map(({ collectionVersion, policyItemCode, replacedOn, redline, guidance }) => (
        <div key={replacedOn} className="mb-3">
          <p className="af-hint mb-1">
            {t('compliance.wordingUntil', {
              code: policyItemCode,
              version: collectionVersion || '–',
              date: formatDate(replacedOn),
            })}
          </p>
          <RedlineText label={t('regulations.redline')} pieces={redline} />
          {guidance !== '' && (
            <>
              <p className="af-hint mt-2 mb-1">{t('compliance.guidanceBefore')}</p>
              <p className="cpl-text">{guidance}</p>
            </>
          )}
        </div>
      ))}
    </Card>
  )
}
