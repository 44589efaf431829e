import { useTranslation } from 'react-i18next'
import { confirmFactor, refreshFactor, startFactor } from '@/api/factor'
import { FactorSetUp } from '@/lib/identity/FactorSetUp'
import { Button } from '@/ui/Button'
import { SessionFrame } from './SessionFrame'

/** Shown before everything else while the role requires a second factor that the account does not have. */
export function AddFactorPage({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation()
  return (
    <SessionFrame title={t('identity.required.title')} purpose={t('identity.required.purpose')}>
      <FactorSetUp start={startFactor} confirm={confirmFactor} onDone={() => void refreshFactor()} />
      <p className="af-session-other">
        <Button variant="link" onClick={onSignOut}>
          {t('session.signOut')}
        </Button>
      </p>
    </SessionFrame>
  )
}
