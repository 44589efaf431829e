import { useTranslation } from 'react-i18next'
import type { SignInSettings } from '@/api/types'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'

/** The addresses that an administrator enters at the provider. */
export function RegisteredAddresses({ settings }: { settings: SignInSettings }) {
  const { t } = useTranslation()
  const here = `${window.location.origin}${window.location.pathname.replace(/\/$/, '')}`
  const base = settings.effectiveUrl || here
  return (
    <div className="ad-lead">
      <p className="mb-2">{t('admin.signIn.providersLead')}</p>
      <DescriptionList
        items={[
          {
            term: t('admin.signIn.redirectUri'),
            value: <Code>{`${base}${settings.callbackPath}`}</Code>,
          },
          { term: t('admin.signIn.signOutUri'), value: <Code>{`${base}/`}</Code> },
        ]}
      />
    </div>
  )
}
