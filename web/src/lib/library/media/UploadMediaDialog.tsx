import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaCalls } from '@/api/media'
import type { Media } from '@/api/types'
import { formatBytes } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { FormProblem } from '@/ui/FormProblem'
import { Icon } from '@/ui/Icon'
import { ProgressBar } from '@/ui/ProgressBar'
import { showToast } from '@/ui/toasts'
import { acceptedEndings, hasMediaEnding } from './media'
import './media.css'

interface UploadMediaDialogProps {
  calls: MediaCalls
  csdb: string
  /** The file that gets new content; without it a new file is added. */
  replaced?: Media
  /** The name of the file that was sent. */
  onUploaded?: (name: string) => void
  onClose: () => void
}

/** A drop zone, then the chosen file with Cancel, which goes back to the drop zone, and Upload. */
export function UploadMediaDialog({ calls, csdb, replaced, onUploaded, onClose }: UploadMediaDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const [complaint, setComplaint] = useState<string>()
  const [percent, setPercent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const choose = (chosen: File) => {
    const wrong = complaintAbout(chosen.name, replaced)
    setComplaint(wrong && t(wrong))
    setFile(wrong ? undefined : chosen)
  }
  const upload = async (chosen: File) => {
    sending.current = new AbortController()
    setPercent(0)
    setComplaint(undefined)
    try {
      await calls.uploadMedia(csdb, chosen, replaced, {
        signal: sending.current.signal,
        onPercent: setPercent,
      })
      showToast({ tone: 'success', text: t('media.upload.done', { name: chosen.name }) })
      onClose()
      onUploaded?.(chosen.name)
    } catch (error) {
      if (sending.current.signal.aborted) return
      setComplaint(error instanceof Error ? error.message : String(error))
      // A file that is refused for its name is deselected (specification, section 8).
      if (calls.isNameRefused(error)) setFile(undefined)
    } finally {
      setPercent(undefined)
    }
  }
  const busy = percent !== undefined
  return (
    <Dialog
      title={t('media.upload.title')}
      busy={busy}
      onClose={onClose}
      footer={
        file && (
          <>
            <Button
              onClick={() => {
                sending.current?.abort()
                setFile(undefined)
                setComplaint(undefined)
              }}
            >
              {t('ui.cancel')}
            </Button>
            <Button
              variant="primary"
              icon="import"
              busy={busy}
              busyText={t('media.upload.uploading')}
              onClick={() => void upload(file)}
            >
              {t('media.upload.action')}
            </Button>
          </>
        )
      }
    >
      {replaced && <p>{t('media.upload.replaces', { name: replaced.name })}</p>}
      {file ? (
        <>
          <FormProblem>{complaint}</FormProblem>
          <div className="me-chosen">
            <Icon name="file" size="lg" />
            <div>
              <div className="me-file">{file.name}</div>
              <div className="af-hint mt-0">{formatBytes(file.size)}</div>
            </div>
          </div>
          {busy && <ProgressBar label={t('media.upload.uploading')} percent={percent} />}
        </>
      ) : (
        <DropZone
          label={t('media.upload.drop')}
          hint={t('media.upload.hint')}
          buttonText={t('media.upload.choose')}
          accept={acceptedEndings}
          error={complaint}
          onFile={choose}
        />
      )}
    </Dialog>
  )
}

/** The key of the error in a name before the upload; only a replacement must have the same name. */
function complaintAbout(name: string, replaced: Media | undefined): string | undefined {
  if (replaced && name !== replaced.name) return 'dmview.uploadFileNameIncorrect'
  return hasMediaEnding(name) ? undefined : 'media.upload.wrongEnding'
}
