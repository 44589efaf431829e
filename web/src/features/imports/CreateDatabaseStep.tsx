import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createDatabase, csdbTypesQuery } from '@/api/library'
import { DatabaseFields } from '@/lib/library/DatabaseFields'
import { type DatabaseForm, databasePayload, emptyDatabase } from '@/lib/library/manualForm'
import { fieldOfServer, nameTaken } from '@/lib/library/name'
import { useFormSave } from '@/lib/useFormSave'
import { CreationDialog } from './CreationDialog'

interface CreateDatabaseStepProps {
  onCancel: () => void
  onCreated: (csdbName: string) => void
}

export function CreateDatabaseStep({ onCancel, onCreated }: CreateDatabaseStepProps) {
  const { t } = useTranslation()
  const form = useForm<DatabaseForm>({ defaultValues: emptyDatabase, mode: 'onChange' })
  const types = useQuery(csdbTypesQuery).data
  const save = async (values: DatabaseForm) => {
    const { name } = await createDatabase(databasePayload(values))
    onCreated(name)
  }
  const saving = useFormSave(form, save, nameTaken, fieldOfServer)
  return (
    <CreationDialog
      title={t('imports.dialog.newDatabase')}
      name={form.watch('folderName')}
      dirty={form.formState.isDirty}
      saving={saving}
      onCancel={onCancel}
    >
      <DatabaseFields form={form} types={types} />
    </CreationDialog>
  )
}
