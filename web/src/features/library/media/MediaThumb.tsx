import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Media } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { Icon } from '@/ui/Icon'
import { mediaIcon } from './media'

interface MediaThumbProps {
  media: Media
  csdb: string
  /** How large it shall be: small in lists, as large as there is room beside its facts. */
  as: 'thumb' | 'view'
}

/** The picture itself; what cannot be shown is told by an icon. */
export function MediaThumb({ media, csdb, as }: MediaThumbProps) {
  const [failed, setFailed] = useState<string>()
  const token = useQuery(mediaTokenQuery(csdb)).data
  if (!media.image || failed === media.versionId) return <Icon name={mediaIcon(media)} size="xl" />
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
