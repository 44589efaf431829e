import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Media } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { MediaPicture } from '@/lib/library/MediaPicture'
import { PictureBox } from '../reader/figures/PictureBox'
import '../reader/figures/figures.css'

interface MediaThumbProps {
  media: Media
  csdb: string
}

/** The picture itself; where it cannot be shown, a box that says why. */
export function MediaThumb({ media, csdb }: MediaThumbProps) {
  const { t } = useTranslation()
  const token = useQuery(mediaTokenQuery(csdb)).data
  const address = token && mediaUrl(media.path, { ...token, as: 'view', version: media.versionId })
  const instead = (isPicture: boolean) => (
    <PictureBox
      icn={media.name}
      text={t(isPicture ? 'reader.picture.unreadable' : 'reader.picture.unsupported')}
    />
  )
  return <MediaPicture media={media} address={address} fallback={instead} />
}
