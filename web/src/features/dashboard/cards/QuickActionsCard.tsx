import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { openOverlay } from '@/lib/overlay'
import { href, paths, userManual } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { LinkButton } from '@/ui/LinkButton'

export function QuickActionsCard() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <Card title={t('dashboard.quick.title')}>
      <div className="da-actions">
        {can.manageUsers(me) && (
          <LinkButton icon="userAdd" href={href(paths.admin({ tab: 'users', do: 'create' }))}>
            {t('dashboard.quick.addUser')}
          </LinkButton>
        )}
        {can.manageOperators(me) && (
          <LinkButton icon="operator" href={href(paths.operators({ do: 'create' }))}>
            {t('dashboard.quick.addOperator')}
          </LinkButton>
        )}
        <Button icon="user" onClick={() => openOverlay({ kind: 'account', tab: 'details' })}>
          {t('dashboard.quick.account')}
        </Button>
        <Button icon="settings" onClick={() => openOverlay({ kind: 'account', tab: 'preferences' })}>
          {t('dashboard.quick.preferences')}
        </Button>
        <LinkButton icon="help" href={userManual} external>
          {t('dashboard.quick.manual')}
        </LinkButton>
      </div>
    </Card>
  )
}
