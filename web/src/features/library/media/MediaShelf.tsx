import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Reading } from '@/api/library'
import { mediaCalls, oneMediaQuery } from '@/api/media'
import { useMe } from '@/api/queries'
import type { Media } from '@/api/types'
import { can } from '@/lib/can'
import { MediaBrowser, type MediaListState } from '@/lib/library/media/MediaBrowser'
import { MediaPicker } from '@/lib/library/media/MediaPicker'
import { UploadMediaDialog } from '@/lib/library/media/UploadMediaDialog'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'
import { DeleteMediaDialog } from './DeleteMediaDialog'
import { MediaDialog } from './MediaDialog'

interface MediaShelfProps {
  csdb: string
  manual?: { name: string; reading: Reading }
  /** Puts the buttons where the page has its actions. */
  children: (actions: ReactNode, shelf: ReactNode) => ReactNode
}

/** The open dialog; one at a time. */
type OpenOverlay =
  | { kind: 'upload' }
  | { kind: 'pick' }
  | { kind: 'replace'; media: Media }
  | { kind: 'delete'; media: Media }

/** The media of a database, or of one of its manuals, with everything that can be done with them. */
export function MediaShelf({ csdb, manual, children }: MediaShelfProps) {
  const { t } = useTranslation()
  const [over, setOver] = useState<OpenOverlay>()
  // The address says so a moment later, and what is gone must not be asked for again until then.
  const [gone, setGone] = useState<string>()
  const { place, file, part, setPlace, setFile } = usePlace()
  const reason = can.editContent(useMe(), `/${csdb}`) ? undefined : t('media.mayNot')
  const wanted = file !== '' && file !== gone
  const { data: opened, error } = useQuery({ ...oneMediaQuery(csdb, file), enabled: wanted })
  const close = () => setOver(undefined)
  const upload = (
    <Button
      variant="primary"
      icon="import"
      disabledReason={reason}
      onClick={() => setOver({ kind: 'upload' })}
    >
      {t('media.upload.title')}
    </Button>
  )
  return (
    <>
      {children(
        <>
          <Button icon="retry" disabledReason={reason} onClick={() => setOver({ kind: 'pick' })}>
            {t('media.replaceOne')}
          </Button>
          {upload}
        </>,
        <>
          {wanted && error && (
            <Notice tone="warning" title={t('media.notOpened', { name: file })}>
              {error.message}
            </Notice>
          )}
          <Card>
            <MediaBrowser
              calls={mediaCalls}
              csdb={csdb}
              manual={manual}
              place={place}
              onPlace={setPlace}
              onChoose={({ name }) => {
                setGone(undefined)
                setFile(name)
              }}
              empty={
                <EmptyState
                  icon="illustration"
                  title={t('media.empty')}
                  text={t(manual ? 'media.emptyManual' : 'media.emptyText')}
                  action={manual ? undefined : upload}
                />
              }
            />
          </Card>
        </>,
      )}
      {wanted && opened && over === undefined && (
        <MediaDialog
          media={opened}
          csdb={csdb}
          part={part}
          onReplace={() => setOver({ kind: 'replace', media: opened })}
          onDelete={() => setOver({ kind: 'delete', media: opened })}
          onClose={() => setFile('')}
        />
      )}
      {over?.kind === 'pick' && (
        <MediaPicker
          calls={mediaCalls}
          csdb={csdb}
          onPick={(media) => setOver({ kind: 'replace', media })}
          onClose={close}
        />
      )}
      {over?.kind === 'upload' && <UploadMediaDialog calls={mediaCalls} csdb={csdb} onClose={close} />}
      {over?.kind === 'replace' && (
        <UploadMediaDialog calls={mediaCalls} csdb={csdb} replaced={over.media} onClose={close} />
      )}
      {over?.kind === 'delete' && (
        <DeleteMediaDialog
          media={over.media}
          onClose={close}
          onDeleted={() => {
            setGone(file)
            close()
            setFile('')
          }}
        />
      )}
    </>
  )
}

/** Page, filters and the opened file, kept in the address. */
function usePlace() {
  const [params, setParams] = useSearchParams()
  const change = (values: Record<string, string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  const page = Number(params.get('page'))
  const place: MediaListState = {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    filter: params.get('filter') ?? '',
    status: params.get('status')?.split(',').filter(Boolean) ?? [],
  }
  const setPlace = ({ page, filter, status }: Partial<MediaListState>) =>
    change({
      ...(page !== undefined && { page: page === 1 ? '' : String(page) }),
      ...(filter !== undefined && { filter }),
      ...(status !== undefined && { status: status.join(',') }),
    })
  return {
    place,
    file: params.get('file') ?? '',
    part: params.get('part') === 'uses' ? ('uses' as const) : undefined,
    setPlace,
    setFile: (file: string) => change({ file, part: '' }),
  }
}
