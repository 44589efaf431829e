import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createManual, databasesQuery, manualTypesQuery, translationLanguagesQuery } from '@/api/library'
import { currentLanguage } from '@/lib/i18n'
import { attributes } from '@/lib/library/folders'
import { ManualFields } from '@/lib/library/ManualFields'
import {
  defaultManualType,
  emptyManual,
  type ManualForm,
  manualPayload,
  modelsAmong,
} from '@/lib/library/manualForm'
import { fieldOfServer, nameTaken } from '@/lib/library/name'
import { languageTag } from '@/lib/regions'
import { useFormSave } from '@/lib/useFormSave'
import { CreationDialog } from './CreationDialog'
import type { Target } from './importSteps'

interface CreateManualStepProps {
  csdbName: string
  onCancel: () => void
  onCreated: (target: Target) => void
}

export function CreateManualStep({ csdbName, onCancel, onCreated }: CreateManualStepProps) {
  const { t } = useTranslation()
  const csdb = useQuery(databasesQuery()).data?.find(({ name }) => name === csdbName)
  const models = csdb ? modelsAmong(attributes(csdb, 'defaultMic')) : []
  const form = useForm<ManualForm>({ defaultValues: emptyManual(models), mode: 'onChange' })
  // The default can be chosen before the types are there.
  const types = useQuery(manualTypesQuery(currentLanguage())).data ?? [
    { code: defaultManualType, name: defaultManualType, selfEditing: false },
  ]
  const languages = useQuery(translationLanguagesQuery).data ?? []
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
      <ManualFields form={form} types={types} models={models} languages={languages.map(languageTag)} />
    </CreationDialog>
  )
}
