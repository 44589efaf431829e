import { useTranslation } from 'react-i18next'
import type { ProvingItem } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'

/** Requirements that are named; the page of mappings has all of them. */
const maxNamed = 5

/** The requirements of other collections that prove one; where they prove a part, the rest is missing. */
export function ProofByMapping({ provedBy }: { provedBy: readonly ProvingItem[] }) {
  const { t } = useTranslation()
  const whole = provedBy.filter(({ proof }) => proof === 'mapped')
  const named = whole.length > 0 ? whole : provedBy
  if (named.length === 0) return null
  const isWhole = whole.length > 0
  return (
    <>
      <Chip tone={isWhole ? 'success' : 'warning'} icon="link">
        {t(`mappings.proof.${isWhole ? 'mapped' : 'part'}`)}
      </Chip>
      <span className="af-hint d-block mt-0">
        {named
          .slice(0, maxNamed)
          .map(({ id, collectionId, policyCollectionName, policyItemCode, relationship }) => (
            <span key={id} className="d-block">
              <a href={href(paths.compliance(collectionId, { item: id }))}>
                {policyCollectionName} {policyItemCode}
              </a>{' '}
              ({t(`mappings.covers.${relationship}`)})
            </span>
          ))}
        {named.length > maxNamed && <span className="d-block">…</span>}
        {!isWhole && <span className="d-block">{t('mappings.restMissing')}</span>}
      </span>
    </>
  )
}
