import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Media } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { MediaPicture } from '@/lib/library/MediaPicture'
import { mediaIcon } from '@/lib/library/mediaKind'
import { Icon } from '@/ui/Icon'
import { PictureBox } from '../reader/figures/PictureBox'
import '../reader/figures/figures.css'

interface MediaThumbProps {
  media: Media
  csdb: string
  /** Small in lists, large beside the details. */
  as: 'thumb' | 'view'
}

/** The picture itself; where it cannot be shown, an icon in lists, else a box that says why. */
export function MediaThumb({ media, csdb, as }: MediaThumbProps) {
  const { t } = useTranslation()
  const token = useQuery(mediaTokenQuery(csdb)).data
  const address = token && mediaUrl(media.path, { ...token, as, version: media.versionId })
  const instead = (isPicture: boolean) =>
    as === 'thumb' ? (
      <Icon name={mediaIcon(media)} size="xl" />
    ) : (
      <PictureBox
        icn={media.name}
        text={t(isPicture ? 'reader.picture.unreadable' : 'reader.picture.unsupported')}
      />
    )
  return <MediaPicture media={media} address={address} fallback={instead} />
}
