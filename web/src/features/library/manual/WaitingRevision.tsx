import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { RevisionText } from '@/lib/library/RevisionText'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { Notice } from '@/ui/Notice'
import { useRead } from '../useRead'
import { useReading } from '../useReading'

/** The OEM revision that waits for a decision, and whether it is being read. */
function useWaiting(manual: Manual) {
  const { lane, revision } = useReading()
  const newest = manual.newerRevisionWaits ? manual.lanes.oem : undefined
  const isRead = newest !== undefined && (revision === undefined ? lane === 'oem' : revision === newest.id)
  return { newest, isRead, count: manual.waitingRevisions }
}

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

/** The same in one line, for pages that are about something else. */
export function WaitingRevisionLine({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const read = useRead()
  const { newest, isRead, count } = useWaiting(manual)
  if (!newest) return null
  return (
    <span className="li-reading-newer">
      <Icon name="clock" />
      {t(count > 1 ? 'library.reading.severalNewer' : 'library.reading.newer', {
        number: newest.number,
        count,
      })}
      {!isRead && (
        <Button variant="link" size="sm" onClick={() => read({ lane: 'oem' })}>
          {t('library.reading.readNewer')}
        </Button>
      )}
    </span>
  )
}
