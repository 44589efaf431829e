import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { signingKeyQuery } from '@/api/publications'
import { downloadText } from '@/lib/downloadText'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { CopyButton } from '@/ui/CopyButton'
import { PageHead } from '@/ui/PageHead'

/** The file that receivers give to other programs. */
const pemFile = 'airfolio-publications.pem'

/** The command that checks a folder without a server. */
const verify = (publicKey: string) => `airfolio verify DIR --key ${publicKey}`

/** The public key with which receivers check publications. */
export function SigningKeyPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('publications.key.title')} purpose={t('publications.key.purpose')} />
      <p>
        {t('publications.key.open')}{' '}
        <a href={href(paths.openSigningKey())}>{t('publications.key.openLink')}</a>
      </p>
      <SigningKey />
    </>
  )
}

/** The key and the command that uses it, for everybody. */
export function SigningKey() {
  const { t } = useTranslation()
  const query = useQuery(signingKeyQuery)
  return (
    <QueryFrame query={query} failedTitle={t('publications.key.failed')}>
      {({ algorithm, publicKey, pem }) => (
        <div className="d-flex flex-column gap-3">
          <Card title={t('publications.key.public', { algorithm })}>
            <p>
              <code className="text-break">{publicKey}</code>
            </p>
            <div className="d-flex flex-wrap gap-2">
              <CopyButton value={publicKey} />
              <Button size="sm" icon="download" onClick={() => downloadText(pemFile, pem)}>
                {t('publications.key.download')}
              </Button>
            </div>
          </Card>
          <Card title={t('publications.key.how')}>
            <p>{t('publications.key.steps')}</p>
            <pre>
              <code>{verify(publicKey)}</code>
            </pre>
            <CopyButton value={verify(publicKey)} />
          </Card>
        </div>
      )}
    </QueryFrame>
  )
}
