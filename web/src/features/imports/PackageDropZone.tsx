import { useTranslation } from 'react-i18next'
import { DropZone } from '@/ui/DropZone'
import { showToast } from '@/ui/toasts'
import { isPackage } from './packageFile'

interface PackageDropZoneProps {
  disabledReason?: string
  onPackage: (file: File) => void
}

/** Takes ZIP packages and nothing else. */
export function PackageDropZone({ disabledReason, onPackage }: PackageDropZoneProps) {
  const { t } = useTranslation()
  const take = (file: File) => {
    if (isPackage(file.name)) onPackage(file)
    else showToast({ tone: 'warning', text: t('imports.upload.notZip') })
  }
  return (
    <DropZone
      label={t('imports.upload.drop')}
      hint={t('imports.upload.hint')}
      buttonText={t('imports.upload.choose')}
      icon="package"
      accept=".zip,application/zip"
      disabledReason={disabledReason}
      onFile={take}
    />
  )
}
