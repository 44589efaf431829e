import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { useManualLinks } from '../useManualLinks'
import { useRead } from '../useRead'
import { useWaiting } from './useWaiting'

/** In the head of a manual: a newer OEM revision is pending. Its text leads to the decision, a button opens it or leads back. */
export function WaitingRevision({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const read = useRead()
  const links = useManualLinks(manual)
  const { newest, isRead, count } = useWaiting(manual)
  if (!newest) return null
  const title = t(count > 1 ? 'library.waiting.several' : 'library.waiting.title', {
    number: newest.number,
    count,
  })
  const state = t(isRead ? 'library.waiting.reading' : 'library.waiting.unchanged')
  return (
    <div className="li-waiting" title={state}>
      <Icon name="clock" size="sm" />
      <a className="li-waiting-text" href={href(paths.revision(newest.id))}>
        {isRead ? state : title}
        {!isRead && <span className="visually-hidden"> {state}</span>}
      </a>
      {isRead ? (
        <Button size="sm" variant="link" onClick={() => read({})}>
          {t('library.waiting.back')}
        </Button>
      ) : (
        <Button size="sm" variant="link" onClick={() => read({ lane: 'oem' })}>
          {t('library.waiting.read', { number: newest.number })}
        </Button>
      )}
      <a href={links.at({ part: 'changes', v: 'working', with: 'oem' })}>{t('library.changes.open')}</a>
      {count > 1 && <a href={href(paths.revisions())}>{t('library.waiting.all')}</a>}
    </div>
  )
}
