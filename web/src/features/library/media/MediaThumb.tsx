import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Media } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { Icon } from '@/ui/Icon'
import { PictureBox } from '../reader/figures/PictureBox'
import { mediaIcon } from './media'
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
  const [failed, setFailed] = useState<string>()
  const token = useQuery(mediaTokenQuery(csdb)).data
  if (!media.image || failed === media.versionId) {
    if (as === 'thumb') return <Icon name={mediaIcon(media)} size="xl" />
    const why = t(media.image ? 'reader.picture.unreadable' : 'reader.picture.unsupported')
    return <PictureBox icn={media.name} text={why} />
  }
  if (!token) return null
  return (
    <img
      src={mediaUrl(media.path, { ...token, as, version: media.versionId })}
      // The name stands beside it.
      alt=""
      loading="lazy"
      onError={() => setFailed(media.versionId)}
    />
  )
}
