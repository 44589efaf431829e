import { useTranslation } from 'react-i18next'
import { objectHref } from '@/lib/library/objects'
import { Notice } from '@/ui/Notice'
import type { FollowedPlace } from './useFollowedPlace'

interface FollowedPlaceNoticeProps {
  path: string
  followed: FollowedPlace
  /** The version that is shown. */
  version: string | undefined
}

/** Says that the paragraph of a link has another text by now, or is gone. */
export function FollowedPlaceNotice({ path, followed, version }: FollowedPlaceNoticeProps) {
  const { t } = useTranslation()
  const { state, asked, from, quote } = followed
  if (state === 'changed') {
    return (
      <Notice tone="info" title={t('reader.followed.changed')}>
        <a href={objectHref(path, { part: 'compare', v: from, with: version })}>
          {t('reader.followed.compare')}
        </a>
      </Notice>
    )
  }
  if (state !== 'gone' && state !== 'failed') return null
  return (
    <Notice tone="warning" title={t(`reader.followed.${state}`)}>
      {quote && <p className="mb-1">{t('reader.followed.quote', { quote })}</p>}
      <a href={objectHref(path, { v: from, at: asked })}>{t('reader.followed.open')}</a>
    </Notice>
  )
}
