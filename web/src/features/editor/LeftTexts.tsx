import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { downloadText } from '@/lib/downloadText'
import { findKeptTexts } from '@/lib/editing/keptTexts'
import { formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'

interface LeftTextsProps {
  account: string
  path: string
}

/** Texts that earlier visits have left in the browser, of a file that the editor cannot open now. */
export function LeftTexts({ account, path }: LeftTextsProps) {
  const { t } = useTranslation()
  const left = useQuery({
    queryKey: ['leftTexts', account, path],
    queryFn: () => findKeptTexts(account, path),
    staleTime: 0,
    gcTime: 0,
  }).data
  if (!left || left.length === 0) return null
  return (
    <Notice tone="warning" title={t('editor.left.title')}>
      {left.map(({ key, text, on }) => (
        <p key={key}>
          {t('editor.left.text', { on: formatDateTime(on) })}{' '}
          <Button size="sm" icon="download" onClick={() => downloadText(`${keyOf(path)}.XML`, text)}>
            {t('editor.download')}
          </Button>
        </p>
      ))}
    </Notice>
  )
}
