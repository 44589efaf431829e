import { useTranslation } from 'react-i18next'
import type { Media } from '@/api/types'
import { formatBytes } from '@/lib/format'
import { mediaIcon } from '@/lib/library/mediaKind'
import { Icon } from '@/ui/Icon'
import { MediaStatus } from './MediaStatus'
import { MediaThumb } from './MediaThumb'

/** One media file as a button: its picture, its name, and how far it is. */
export function MediaCard({ media, csdb, onChoose }: { media: Media; csdb: string; onChoose: () => void }) {
  const { t } = useTranslation()
  const { usedBy, usedByWaiting } = media
  return (
    <button type="button" className="me-card" onClick={onChoose}>
      <span className="me-thumb">
        <MediaThumb media={media} csdb={csdb} as="thumb" />
      </span>
      <span className="me-name">
        <Icon name={mediaIcon(media)} size="sm" />
        {media.name}
      </span>
      <span className="me-facts">
        <MediaStatus media={media} />
        <span>{formatBytes(media.size)}</span>
        <span>
          {usedByWaiting > 0
            ? t('media.usedByWaiting', { count: usedBy, waiting: usedByWaiting })
            : t('media.usedBy', { count: usedBy })}
        </span>
      </span>
    </button>
  )
}
