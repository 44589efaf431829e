import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createDatabase, csdbTypesQuery } from '@/api/library'
import type { CsdbTypeSetting } from '@/api/types'
import { DatabaseFields } from '@/lib/library/DatabaseFields'
import { type DatabaseForm, databasePayload, emptyDatabase } from '@/lib/library/manualForm'
import { fieldOfServer, nameTaken } from '@/lib/library/name'
import { useFormSave } from '@/lib/useFormSave'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'
import { CreationDialog } from './CreationDialog'
import { csdbTypeFor } from './newManual'

interface CreateDatabaseStepProps {
  /** The aircraft model of the package; empty where it names none. */
  model: string
  onCancel: () => void
  onCreated: (csdbName: string) => void
}

export function CreateDatabaseStep(props: CreateDatabaseStepProps) {
  const { t } = useTranslation()
  const types = useQuery(csdbTypesQuery)
  if (types.isPending) {
    return (
      <Dialog title={t('imports.dialog.newDatabase')} size="lg" onClose={props.onCancel}>
        <Skeleton lines={4} />
      </Dialog>
    )
  }
  return <NewDatabaseForm {...props} types={types.data} />
}

interface NewDatabaseFormProps extends CreateDatabaseStepProps {
  /** Undefined where they could not be read. */
  types: readonly CsdbTypeSetting[] | undefined
}

function NewDatabaseForm({ model, types, onCancel, onCreated }: NewDatabaseFormProps) {
  const { t } = useTranslation()
  const csdbType = csdbTypeFor(model, types ?? [])
  const form = useForm<DatabaseForm>({ defaultValues: { ...emptyDatabase, csdbType }, mode: 'onChange' })
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
