import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isPassing } from '@/api/problem'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'

/** Why a module cannot be read. What is being read, and typed beside it, stays while the server cannot answer. */
export function refusalOf({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): Error | undefined {
  return error && !(data !== undefined && isPassing(error)) ? error : undefined
}

/** Tells that what is shown could not be loaded again. */
export function NotUpdated({ query }: { query: UseQueryResult }) {
  const { t } = useTranslation()
  if (!query.error) return null
  return (
    <Notice tone="warning" title={t('reader.notUpdated')}>
      <p>{query.error.message}</p>
      <Button size="sm" icon="retry" busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('ui.retry')}
      </Button>
    </Notice>
  )
}
