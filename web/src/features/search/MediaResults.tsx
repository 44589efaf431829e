import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Media } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { formatBytes } from '@/lib/format'
import { MediaPicture } from '@/lib/library/MediaPicture'
import { mediaIcon, mediaKind } from '@/lib/library/mediaKind'
import { mediaPage } from '@/lib/library/objects'
import { href } from '@/lib/paths'
import { Card } from '@/ui/Card'
import { Icon } from '@/ui/Icon'

/** The media whose number was searched, above the modules that contain it. */
export function MediaResults({ media }: { media: readonly Media[] }) {
  const { t } = useTranslation()
  if (media.length === 0) return null
  return (
    <Card flush>
      <ul className="se-media" aria-label={t('search.media.title')}>
        {media.map((each) => (
          <MediaResult key={each.id} media={each} />
        ))}
      </ul>
    </Card>
  )
}

function MediaResult({ media }: { media: Media }) {
  const { t } = useTranslation()
  const { path, name, usedBy } = media
  const [, csdb = ''] = path.split('/')
  const token = useQuery(mediaTokenQuery(csdb)).data
  const address = token && mediaUrl(path, { ...token, as: 'thumb', version: media.versionId })
  return (
    <li className="se-media-item">
      <span className="se-thumb">
        <MediaPicture
          media={media}
          address={address}
          fallback={() => <Icon name={mediaIcon(media)} size="xl" />}
        />
      </span>
      <div>
        <p className="se-path">
          {csdb} <span aria-hidden="true">›</span> {t('media.title')}
        </p>
        <h2>
          <a href={href(mediaPage(path))}>{name}</a>
        </h2>
        <p className="se-facts">
          {t(`search.media.kind.${mediaKind(media)}`)} · {formatBytes(media.size)} ·{' '}
          {usedBy === 0 ? (
            t('search.media.unused')
          ) : (
            <a href={href(mediaPage(path, 'uses'))}>{t('search.media.usedBy', { count: usedBy })}</a>
          )}
        </p>
      </div>
    </li>
  )
}
