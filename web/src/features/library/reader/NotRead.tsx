import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import type { Manual } from '@/api/types'
import { QueryError } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { forgetChoice, isRefusedChoice, useOwnChoice } from '../useChoice'

interface NotReadProps {
  manual: Manual
  error: Error
  onRetry: () => Promise<unknown>
}

/** In place of a module that cannot be read. The choice may be the cause, and can be changed. */
export function NotRead({ manual, error, onRetry }: NotReadProps) {
  const { t } = useTranslation()
  const [choice, choose] = useOwnChoice(manual)
  const isRefused = isRefusedChoice(choice, error)
  useEffect(() => {
    if (isRefused) forgetChoice(manual)
  }, [isRefused, manual])
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
