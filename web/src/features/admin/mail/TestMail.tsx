import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Notice } from '@/ui/Notice'
import { useTestMail } from './queries'

interface TestMailProps {
  /** The form differs from the stored settings, which the test uses. */
  unsaved: boolean
  ready: boolean
}

/** Sends a mail to the administrator and shows what the mail server says. */
export function TestMail({ unsaved, ready }: TestMailProps) {
  const { t } = useTranslation()
  const test = useTestMail()
  const result = test.data
  const reason = ready ? t('admin.mail.test.saveFirst') : t('admin.mail.test.notReady')
  return (
    <div className="mt-4">
      <Button
        icon="mail"
        busy={test.isPending}
        busyText={t('admin.mail.test.sending')}
        disabledReason={ready && !unsaved ? undefined : reason}
        onClick={() => test.mutate()}
      >
        {t('admin.mail.test.send')}
      </Button>
      <div role="status" className="mt-3">
        {test.error && <Notice tone="danger" title={test.error.message} />}
        {result?.sent && <Notice tone="success" title={t('admin.mail.test.sent', { to: result.to })} />}
        {result?.error !== undefined && (
          <Notice tone="danger" title={t('admin.mail.test.failed', { to: result.to })}>
            <Code>{result.error}</Code>
          </Notice>
        )}
      </div>
    </div>
  )
}
