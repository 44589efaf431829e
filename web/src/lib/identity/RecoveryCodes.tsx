import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import './identity.css'

/** Recovery codes, which are never shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('identity.recovery.text')}</p>
      <ul className="id-codes" aria-label={t('identity.recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="d-flex flex-wrap justify-content-end gap-2">
        <CopyButton value={codes.join('\n')} />
        <Button variant="primary" onClick={onDone}>
          {t('identity.recovery.done')}
        </Button>
      </div>
    </>
  )
}
