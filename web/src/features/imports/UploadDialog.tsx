import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { formatBytes } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Icon } from '@/ui/Icon'
import { PackageDropZone } from './PackageDropZone'
import { sentName } from './packageFile'
import { startUpload } from './uploads'
import './imports.css'

interface UploadDialogProps {
  /** Chosen before the dialog was opened. */
  file?: File
  onClose: () => void
}

/** A drop zone, then the chosen file with Cancel, which goes back to the drop zone, and Import. */
export function UploadDialog({ file: dropped, onClose }: UploadDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState(dropped)
  const go = useRef<HTMLButtonElement>(null)
  // The drop zone, which had the focus, is gone.
  useEffect(() => {
    if (file) go.current?.focus()
  }, [file])
  const mayImport = can.importPackages(useMe())
  const start = (chosen: File) => {
    startUpload(chosen)
    onClose()
  }
  return (
    <Dialog
      title={t('imports.upload.title')}
      onClose={onClose}
      footer={
        file && (
          <>
            <Button onClick={() => setFile(undefined)}>{t('ui.cancel')}</Button>
            <Button ref={go} variant="primary" icon="import" onClick={() => start(file)}>
              {t('imports.upload.import')}
            </Button>
          </>
        )
      }
    >
      {file ? (
        <>
          <div className="im-chosen">
            <Icon name="package" size="lg" />
            <div>
              <div className="im-name">{file.name}</div>
              <div className="af-hint mt-0">{formatBytes(file.size)}</div>
              {sentName(file.name) !== file.name && (
                <div className="af-hint mt-0">
                  {t('imports.upload.sentAs', { name: sentName(file.name) })}
                </div>
              )}
            </div>
          </div>
          <p className="af-hint mb-0">{t('imports.upload.next')}</p>
        </>
      ) : (
        <PackageDropZone disabledReason={mayImport ? undefined : t('imports.mayNot')} onPackage={setFile} />
      )}
    </Dialog>
  )
}
