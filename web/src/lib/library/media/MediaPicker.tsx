import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaCalls } from '@/api/media'
import type { Media } from '@/api/types'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { MediaBrowser, type MediaListState } from './MediaBrowser'

interface MediaPickerProps {
  calls: MediaCalls
  csdb: string
  onPick: (media: Media) => void
  /** The author has the file elsewhere; without it there is no button for it. */
  onUpload?: () => void
  onClose: () => void
}

/** Gives one media file of a database: choosing it closes the dialog. */
export function MediaPicker({ calls, csdb, onPick, onUpload, onClose }: MediaPickerProps) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<MediaListState>({ page: 1, filter: '', status: [] })
  return (
    <Dialog
      title={t('media.title')}
      size="xl"
      onClose={onClose}
      footer={
        onUpload && (
          <Button icon="import" onClick={onUpload}>
            {t('forms.graphic.upload')}
          </Button>
        )
      }
    >
      <MediaBrowser
        calls={calls}
        csdb={csdb}
        place={place}
        pagesLabel={t('media.pickerPages')}
        onPlace={(change) => setPlace((before) => ({ ...before, ...change }))}
        onChoose={(media) => {
          onClose()
          onPick(media)
        }}
        empty={<EmptyState icon="illustration" title={t('media.empty')} text={t('media.emptyText')} />}
      />
    </Dialog>
  )
}
