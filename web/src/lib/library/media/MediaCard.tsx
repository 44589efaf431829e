import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MediaCalls } from '@/api/media'
import type { Media } from '@/api/types'
import { formatBytes } from '@/lib/format'
import { MediaPicture } from '@/lib/library/MediaPicture'
import { mediaIcon } from '@/lib/library/mediaKind'
import { StatusChip } from '@/lib/library/StatusChip'
import { Icon } from '@/ui/Icon'

interface ThumbProps {
  calls: MediaCalls
  media: Media
  csdb: string
}

/** One media file as a button: its picture, its name, and how far it is. */
export function MediaCard({ onChoose, ...of }: ThumbProps & { onChoose: () => void }) {
  const { t } = useTranslation()
  const { media } = of
  const { usedBy, usedByWaiting } = media
  return (
    <button type="button" className="me-card" onClick={onChoose}>
      <span className="me-thumb">
        <Thumb {...of} />
      </span>
      <span className="me-name">
        <Icon name={mediaIcon(media)} size="sm" />
        {media.name}
      </span>
      <span className="me-facts">
        <StatusChip status={media.status} />
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

/** The picture itself; an icon where it cannot be shown. */
function Thumb({ calls, media, csdb }: ThumbProps) {
  const token = useQuery(calls.mediaTokenQuery(csdb)).data
  const address = token && calls.mediaUrl(media.path, { ...token, as: 'thumb', version: media.versionId })
  return (
    <MediaPicture
      media={media}
      address={address}
      fallback={() => <Icon name={mediaIcon(media)} size="xl" />}
    />
  )
}
