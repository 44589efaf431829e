import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { deletePreset, savePreset } from '@/api/publishPresets'
import type { PublishChoices, PublishPreset } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'

/** As the server takes them. */
const longestName = 60

interface PresetFieldProps {
  presets: readonly PublishPreset[]
  /** None for what was chosen last. */
  chosen: PublishPreset | undefined
  onChoose: (preset: PublishPreset | undefined) => void
  onSave: () => void
  onDelete: () => void
}

/** Fills the form with choices that were kept, and keeps the present ones. */
export function PresetField({ presets, chosen, onChoose, onSave, onDelete }: PresetFieldProps) {
  const { t } = useTranslation()
  const named = presets.filter(({ name }) => name !== '').sort((a, b) => a.name.localeCompare(b.name))
  const first = named.length < presets.length ? 'last' : 'none'
  return (
    // The field has its own distance below, which the buttons beside it need too.
    <div className="d-flex flex-wrap align-items-end gap-2">
      <div className="flex-grow-1">
        <Select
          label={t('publications.presets.label')}
          value={chosen?.id ?? ''}
          options={[
            { value: '', label: t(`publications.presets.${first}`) },
            ...named.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ target }) => onChoose(named.find(({ id }) => id === target.value))}
        />
      </div>
      <Button icon="bookmark" className="mb-3" onClick={onSave}>
        {t('publications.presets.saveAs')}
      </Button>
      {chosen && (
        <Button icon="trash" className="mb-3" onClick={onDelete}>
          {t('publications.presets.delete')}
        </Button>
      )}
    </div>
  )
}

interface SavePresetDialogProps {
  manualPath: string
  choices: PublishChoices
  /** The preset that is chosen now. */
  name: string
  onSaved: (id: string) => void
  onClose: () => void
}

/** Keeps the choices under a name. */
export function SavePresetDialog({ manualPath, choices, name, onSaved, onClose }: SavePresetDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { name } })
  const save = async (values: { name: string }) => {
    const saved = await savePreset(manualPath, values.name.trim(), choices)
    onSaved(saved.id)
    showToast({ tone: 'success', text: t('publications.presets.saved', { name: saved.name }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t('publications.presets.saveTitle')}
      size="sm"
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('publications.presets.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t('publications.presets.saveText')}</p>
      <Field
        label={t('publications.presets.name')}
        hint={t('publications.presets.nameHint')}
        required
        autoComplete="off"
        maxLength={longestName}
        error={form.formState.errors.name?.message}
        {...form.register('name', {
          validate: (text) => text.trim() !== '' || t('publications.presets.nameMissing'),
        })}
      />
    </Dialog>
  )
}

interface DeletePresetDialogProps {
  manualPath: string
  preset: PublishPreset
  onDeleted: () => void
  onClose: () => void
}

export function DeletePresetDialog({ manualPath, preset, onDeleted, onClose }: DeletePresetDialogProps) {
  const { t } = useTranslation()
  const remove = useMutation({
    mutationFn: () => deletePreset(manualPath, preset.id),
    onSuccess: () => {
      onDeleted()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      title={t('publications.presets.deleteTitle')}
      confirmText={t('publications.presets.deleteConfirm')}
      busyText={t('publications.presets.deleting')}
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('publications.presets.deleteText', { name: preset.name })}
    </ConfirmDialog>
  )
}
