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
  files?: readonly File[]
  onClose: () => void
}

/** A drop zone, then the chosen files with Cancel, which goes back to the drop zone, and Import. */
export function UploadDialog({ files: dropped = [], onClose }: UploadDialogProps) {
  const { t } = useTranslation()
  const [files, setFiles] = useState(dropped)
  const isChosen = files.length > 0
  const go = useRef<HTMLButtonElement>(null)
  // The drop zone, which had the focus, is gone.
  useEffect(() => {
    if (isChosen) go.current?.focus()
  }, [isChosen])
  const mayImport = can.importPackages(useMe())
  const start = () => {
    files.forEach(startUpload)
    onClose()
  }
  return (
    <Dialog
      title={t('imports.upload.title')}
      onClose={onClose}
      footer={
        isChosen && (
          <>
            <Button onClick={() => setFiles([])}>{t('ui.cancel')}</Button>
            <Button ref={go} variant="primary" icon="import" onClick={start}>
              {t('imports.upload.import')}
            </Button>
          </>
        )
      }
    >
      {isChosen ? (
        <>
          {files.map((file) => (
            <ChosenFile key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
          ))}
          <p className="af-hint mb-0">{t('imports.upload.next', { count: files.length })}</p>
        </>
      ) : (
        <PackageDropZone disabledReason={mayImport ? undefined : t('imports.mayNot')} onPackages={setFiles} />
      )}
    </Dialog>
  )
}

function ChosenFile({ file }: { file: File }) {
  const { t } = useTranslation()
  return (
    <div className="im-chosen">
      <Icon name="package" size="lg" />
      <div>
        <div className="im-name">{file.name}</div>
        <div className="af-hint mt-0">{formatBytes(file.size)}</div>
        {sentName(file.name) !== file.name && (
          <div className="af-hint mt-0">{t('imports.upload.sentAs', { name: sentName(file.name) })}</div>
        )}
      </div>
    </div>
  )
}
