import { useTranslation } from 'react-i18next'
import { SigningKey } from '@/features/publications/SigningKeyPage'
import { SessionFrame } from '@/features/session/SessionFrame'

/** The public key of publications for their receivers, who have no account. */
export function OpenSigningKey() {
  const { t } = useTranslation()
  return (
    <SessionFrame title={t('publications.key.title')} purpose={t('publications.key.purpose')}>
      <SigningKey />
    </SessionFrame>
  )
}
