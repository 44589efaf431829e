import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaCalls } from '@/api/media'
import type { Media } from '@/api/types'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { MediaBrowser, type MediaListState } from './MediaBrowser'

interface MediaPickerProps {
  calls: MediaCalls
  csdb: string
  onPick: (media: Media) => void
  onClose: () => void
}

/** Gives one media file of a database: choosing it closes the dialog. */
export function MediaPicker({ calls, csdb, onPick, onClose }: MediaPickerProps) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<MediaListState>({ page: 1, filter: '', status: [] })
  return (
    <Dialog title={t('media.title')} size="xl" onClose={onClose}>
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
