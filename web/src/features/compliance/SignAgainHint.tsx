import { useTranslation } from 'react-i18next'
import type { OpenPolicyItem } from '@/api/types'

/** Tells that a change of what an approver signed needs another signature. */
export function SignAgainHint({ item }: { item: Pick<OpenPolicyItem, 'collection' | 'status'> }) {
  const { t } = useTranslation()
  const isSigned = item.collection.needsSignOff && item.status !== 'not_assessed'
  return isSigned && <p className="af-hint mt-0">{t('compliance.signAgain')}</p>
}
