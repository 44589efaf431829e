import { useTranslation } from 'react-i18next'
import { DropZone } from '@/ui/DropZone'
import { showToast } from '@/ui/toasts'
import { isPackage } from './packageFile'

/** As many unfinished uploads as the server allows a user. */
const mostPackages = 10

interface PackageDropZoneProps {
  disabledReason?: string
  onPackages: (files: readonly File[]) => void
}

/** Takes ZIP packages and nothing else. */
export function PackageDropZone({ disabledReason, onPackages }: PackageDropZoneProps) {
  const { t } = useTranslation()
  const take = (files: readonly File[]) => {
    const packages = files.filter(({ name }) => isPackage(name))
    if (packages.length < files.length) showToast({ tone: 'warning', text: t('imports.upload.notZip') })
    if (packages.length > 0) onPackages(packages)
  }
  return (
    <DropZone
      label={t('imports.upload.drop')}
      hint={t('imports.upload.hint')}
      buttonText={t('imports.upload.choose')}
      icon="package"
      accept=".zip,application/zip"
      disabledReason={disabledReason}
      most={mostPackages}
      onFiles={take}
    />
  )
}
