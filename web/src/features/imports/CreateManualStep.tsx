import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createManual, databasesQuery, manualTypesQuery, translationLanguagesQuery } from '@/api/library'
import { currentLanguage } from '@/lib/i18n'
import { attributes } from '@/lib/library/folders'
import { ManualFields } from '@/lib/library/ManualFields'
import {
  defaultManualType,
  type ManualForm,
  type ManualTypeChoice,
  manualPayload,
  modelsAmong,
} from '@/lib/library/manualForm'
import { fieldOfServer, nameTaken } from '@/lib/library/name'
import { languageTag } from '@/lib/regions'
import { useFormSave } from '@/lib/useFormSave'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/Skeleton'
import { CreationDialog } from './CreationDialog'
import type { Target } from './importSteps'
import { type ManualDefaults, manualFor, modelsWith } from './newManual'

interface CreateManualStepProps {
  csdbName: string
  /** The values that the package suggests; they can be changed. */
  told: ManualDefaults
  onCancel: () => void
  onCreated: (target: Target) => void
}

export function CreateManualStep(props: CreateManualStepProps) {
  const { t } = useTranslation()
  const databases = useQuery(databasesQuery())
  const types = useQuery(manualTypesQuery(currentLanguage()))
  const languages = useQuery(translationLanguagesQuery)
  if (databases.isPending || types.isPending || languages.isPending) {
    return (
      <Dialog title={t('imports.dialog.newManual')} size="lg" onClose={props.onCancel}>
        <Skeleton lines={8} />
      </Dialog>
    )
  }
  const csdb = databases.data?.find(({ name }) => name === props.csdbName)
  return (
    <NewManualForm
      {...props}
      offered={csdb ? modelsAmong(attributes(csdb, 'defaultMic')) : []}
      // The default can be chosen even where the types could not be read.
      types={types.data ?? [{ code: defaultManualType, name: defaultManualType, selfEditing: false }]}
      languages={languages.data?.map(languageTag) ?? []}
    />
  )
}

interface NewManualFormProps extends CreateManualStepProps {
  /** Models of the database. */
  offered: readonly string[]
  types: readonly ManualTypeChoice[]
  languages: readonly string[]
}

function NewManualForm(props: NewManualFormProps) {
  const { csdbName, told, offered, types, languages, onCancel, onCreated } = props
  const { t } = useTranslation()
  const models = modelsWith(told.model, offered)
  const form = useForm<ManualForm>({
    defaultValues: manualFor(told, models, types, languages),
    mode: 'onChange',
  })
  const save = async (values: ManualForm) => {
    const { name } = await createManual(manualPayload(csdbName, values))
    onCreated({ csdbName, manualName: name })
  }
  const saving = useFormSave(form, save, nameTaken, fieldOfServer)
  return (
    <CreationDialog
      title={t('imports.dialog.newManual')}
      name={form.watch('folderName')}
      dirty={form.formState.isDirty}
      saving={saving}
      onCancel={onCancel}
    >
      <p className="af-hint mt-0">{t('imports.dialog.fromPackage')}</p>
      <ManualFields form={form} types={types} models={models} languages={languages} />
    </CreationDialog>
  )
}
