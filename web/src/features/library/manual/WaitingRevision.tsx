import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { RevisionText } from '@/lib/library/RevisionText'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { useRead } from '../useRead'
import { useWaiting } from './useWaiting'

/** Says at the top of a manual that a newer OEM revision waits and that the work goes on, and opens either. */
export function WaitingRevision({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const read = useRead()
  const { newest, isRead, count } = useWaiting(manual)
  if (!newest) return null
  return (
    <div className="mb-3">
      <Notice
        tone="warning"
        title={t(count > 1 ? 'library.waiting.several' : 'library.waiting.title', {
          number: newest.number,
          count,
        })}
      >
        <RevisionText revision={newest} />
        <p className="mb-2">{t(isRead ? 'library.waiting.reading' : 'library.waiting.unchanged')}</p>
        {isRead ? (
          <Button size="sm" icon="back" onClick={() => read({})}>
            {t('library.waiting.back')}
          </Button>
        ) : (
          <Button size="sm" icon="book" onClick={() => read({ lane: 'oem' })}>
            {t('library.waiting.read', { number: newest.number })}
          </Button>
        )}
        {count > 1 && (
          <a className="ms-3" href={href(paths.library({ tab: 'updates' }))}>
            {t('library.waiting.all')}
          </a>
        )}
      </Notice>
    </div>
  )
}
