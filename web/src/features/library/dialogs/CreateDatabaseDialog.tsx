import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createDatabase, csdbTypesQuery } from '@/api/library'
import { DatabaseFields } from '@/lib/library/DatabaseFields'
import { type DatabaseForm, databasePayload, emptyDatabase } from '@/lib/library/manualForm'
import { fieldOfServer, nameTaken } from '@/lib/library/name'
import { paths } from '@/lib/paths'
import { useFormSave } from '@/lib/useFormSave'
import { showToast } from '@/ui/toasts'
import { FormDialog } from './FormDialog'

export function CreateDatabaseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm<DatabaseForm>({ defaultValues: emptyDatabase, mode: 'onChange' })
  const types = useQuery(csdbTypesQuery).data
  const save = async (values: DatabaseForm) => {
    const made = await createDatabase(databasePayload(values))
    showToast({ tone: 'success', text: t('library.created', { name: made.name }) })
    onClose()
    void navigate(paths.database(made.name))
  }
  const { submit, busy, problem } = useFormSave(form, save, nameTaken, fieldOfServer)
  return (
    <FormDialog
      title={t('library.createDatabase.title')}
      saveText={t('library.form.create')}
      busyText={t('library.form.creating')}
      name={form.watch('folderName')}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      <DatabaseFields form={form} types={types} />
    </FormDialog>
  )
}
