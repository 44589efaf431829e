import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { File } from '@/api/types'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

interface AddModuleDialogProps {
  manualPath: string
  onAdd: (file: File) => void
  onClose: () => void
}

/** Chooses the module of a new entry. */
export function AddModuleDialog({ manualPath, onAdd, onClose }: AddModuleDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) onAdd(file)
  }
  return (
    <Dialog
      title={t('modules.outline.addModule')}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={file ? undefined : t('modules.outline.chooseModule')}
          >
            {t('modules.outline.add')}
          </Button>
        </>
      }
    >
      <ModulePicker
        manualPath={manualPath}
        label={t('modules.outline.module')}
        value={file?.path}
        onChange={setFile}
      />
    </Dialog>
  )
}
