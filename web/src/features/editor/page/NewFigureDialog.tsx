import { useState } from 'react'
import { mediaCalls } from '@/api/media'
import { MediaPicker } from '@/lib/library/media/MediaPicker'
import { UploadMediaDialog } from '@/lib/library/media/UploadMediaDialog'

interface NewFigureDialogProps {
  csdb: string
  /** The path of the media file that the figure is to show. */
  onPick: (media: string) => void
  onClose: () => void
}

/** The image of a new figure: chosen from the media of the database, or uploaded. */
export function NewFigureDialog({ csdb, onPick, onClose }: NewFigureDialogProps) {
  const [isUpload, setUpload] = useState(false)
  return isUpload ? (
    <UploadMediaDialog
      calls={mediaCalls}
      csdb={csdb}
      onUploaded={(name) => onPick(`/${csdb}/MULTIMEDIA/${name}`)}
      onClose={onClose}
    />
  ) : (
    <MediaPicker
      calls={mediaCalls}
      csdb={csdb}
      onPick={({ path }) => onPick(path)}
      onUpload={() => setUpload(true)}
      onClose={onClose}
    />
  )
}
