import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFrame } from '@/lib/QueryFrame'
import { Skeleton } from '@/ui/Skeleton'
import { ProvidersCard } from './ProvidersCard'
import { signInSettings } from './queries'
import { SignInRulesForm } from './SignInRulesForm'

export function SignInTab() {
  const { t } = useTranslation()
  const settings = useQuery(signInSettings)
  return (
    <div className="ad-stack">
      <QueryFrame query={settings} failedTitle={t('admin.signIn.failed')} loading={<Skeleton lines={6} />}>
        {(data) => (
          <>
            <SignInRulesForm key={data.version} settings={data} onReload={() => void settings.refetch()} />
            <ProvidersCard settings={data} />
          </>
        )}
      </QueryFrame>
    </div>
  )
}
