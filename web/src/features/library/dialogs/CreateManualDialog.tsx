import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createManual, manualTypesQuery, translationLanguagesQuery } from '@/api/library'
import type { Csdb } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { attributes, displayName } from '@/lib/library/folders'
import { ManualFields } from '@/lib/library/ManualFields'
import {
  defaultManualType,
  emptyManual,
  type ManualForm,
  manualPayload,
  modelsAmong,
} from '@/lib/library/manualForm'
import { fieldOfServer, nameTaken } from '@/lib/library/name'
import { paths } from '@/lib/paths'
import { languageTag } from '@/lib/regions'
import { useFormSave } from '@/lib/useFormSave'
import { showToast } from '@/ui/toasts'
import { FormDialog } from './FormDialog'

export function CreateManualDialog({ csdb, onClose }: { csdb: Csdb; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const models = modelsAmong(attributes(csdb, 'defaultMic'))
  const form = useForm<ManualForm>({ defaultValues: emptyManual(models), mode: 'onChange' })
  const types = useQuery(manualTypesQuery(currentLanguage())).data ?? [
    { code: defaultManualType, name: defaultManualType, selfEditing: false },
  ]
  const languages = useQuery(translationLanguagesQuery).data ?? []
  const save = async (values: ManualForm) => {
    const made = await createManual(manualPayload(csdb.name, values))
    showToast({ tone: 'success', text: t('library.created', { name: made.name }) })
    onClose()
    void navigate(paths.manual(csdb.name, made.name))
  }
  const { submit, busy, problem } = useFormSave(form, save, nameTaken, fieldOfServer)
  return (
    <FormDialog
      title={t('library.createManual.title', { database: displayName(csdb) })}
      saveText={t('library.form.create')}
      busyText={t('library.form.creating')}
      name={form.watch('folderName')}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      <ManualFields form={form} types={types} models={models} languages={languages.map(languageTag)} />
    </FormDialog>
  )
}
