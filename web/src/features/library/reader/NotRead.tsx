import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { QueryError } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { isRefusedChoice, useChoice, useChoose } from '../useChoice'

interface NotReadProps {
  error: Error
  onRetry: () => Promise<unknown>
}

/** In place of a module that cannot be read. The choice may be the cause, and can be changed. */
export function NotRead({ error, onRetry }: NotReadProps) {
  const { t } = useTranslation()
  const choice = useChoice()
  const choose = useChoose()
  const isRefused = isRefusedChoice(choice, error)
  return (
    <div className="rd">
      <Card>
        {isRefused ? (
          <EmptyState
            icon="aircraft"
            title={t('reader.applicability.gone')}
            text={t('reader.applicability.goneText')}
            action={
              <Button variant="primary" onClick={() => choose({ outside: choice.outside })}>
                {t('reader.applicability.readForAll')}
              </Button>
            }
          />
        ) : hasCode(error, 'file.not_found') ? (
          <EmptyState
            icon="missing"
            title={t('library.module.missing')}
            text={t('library.module.missingText')}
          />
        ) : (
          <QueryError title={t('reader.failed')} error={error} onRetry={onRetry} />
        )}
      </Card>
    </div>
  )
}
