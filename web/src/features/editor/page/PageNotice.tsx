import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import type { PageState } from './pageFeed'

interface PageNoticeProps {
  state: PageState
  onLine: (line: number) => void
  onRetry: () => void
}

/** Why the page does not show the text as it is. */
export function PageNotice({ state, onLine, onRetry }: PageNoticeProps) {
  const { t } = useTranslation()
  if (state.kind === 'refused') {
    const line = state.line ?? 1
    return (
      <Notice tone="warning" title={t('editor.page.refused')}>
        <p>{state.message}</p>
        <Button size="sm" onClick={() => onLine(line)}>
          {t('editor.page.toLine', { line })}
        </Button>
      </Notice>
    )
  }
  if (state.kind !== 'failed') return null
  return (
    <Notice tone="danger" title={t('editor.page.failed')}>
      <p>{state.message}</p>
      <Button size="sm" icon="retry" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </Notice>
  )
}
