import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { queryClient } from '@/api/queries'
import type { Aircraft, Operator } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { OperatorFields } from './OperatorFields'
import { emptyForm, formOf, merges, type OperatorForm } from './operatorForm'
import type { TailRedline } from './preview/ChangedPlaces'
import { FleetPreviewDialog } from './preview/FleetPreviewDialog'
import { operatorByCode, useCreateOperator, useUpdateOperator } from './queries'

interface EditorProps {
  title: string
  saveText: string
  form: UseFormReturn<OperatorForm>
  save: (values: OperatorForm) => Promise<unknown>
  reload?: (onReloaded: () => void) => Promise<void>
  /** Undefined for a new operator. */
  operatorId?: string
  Redline: TailRedline
  onClose: () => void
}

function Editor({ title, saveText, form, save, reload, operatorId, Redline, onClose }: EditorProps) {
  const { t } = useTranslation()
  const [previewed, setPreviewed] = useState<Aircraft[]>()
  const saveAndClose = async (values: OperatorForm) => {
    await save(values)
    showToast({ tone: 'success', text: t('operators.saved', { name: values.name }) })
    onClose()
  }
  const codeTaken = { 'operator.code_taken': 'code' } as const
  const { submit, busy, problem, clearProblem } = useFormSave(form, saveAndClose, codeTaken)
  return (
    <>
      <Dialog
        title={title}
        size="xl"
        busy={busy}
        staticBackdrop={form.formState.isDirty}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <>
            <Button icon="aircraft" disabled={busy} onClick={() => setPreviewed(form.getValues('aircraft'))}>
              {t('fleet.preview.open')}
            </Button>
            <Button onClick={onClose} disabled={busy}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={busy} busyText={t('form.saving')}>
              {saveText}
            </Button>
          </>
        }
      >
        <FormProblem
          action={
            reload !== undefined &&
            hasCode(problem, 'changed_meanwhile') && (
              <Button variant="link" size="sm" onClick={() => void reload(clearProblem)}>
                {t('form.reload')}
              </Button>
            )
          }
        >
          {problem?.message}
        </FormProblem>
        <OperatorFields form={form} />
      </Dialog>
      {previewed && (
        <FleetPreviewDialog
          operatorId={operatorId}
          aircraft={previewed}
          Redline={Redline}
          onClose={() => setPreviewed(undefined)}
        />
      )}
    </>
  )
}

interface CreateProps {
  Redline: TailRedline
  onClose: () => void
}

export function CreateOperatorDialog({ Redline, onClose }: CreateProps) {
  const { t } = useTranslation()
  const form = useForm<OperatorForm>({ defaultValues: emptyForm })
  const create = useCreateOperator()
  return (
    <Editor
      title={t('operators.newTitle')}
      saveText={t('operators.create')}
      form={form}
      save={create.mutateAsync}
      Redline={Redline}
      onClose={onClose}
    />
  )
}

export function EditOperatorDialog({ operator, Redline, onClose }: CreateProps & { operator: Operator }) {
  const { t } = useTranslation()
  const form = useForm<OperatorForm>({ defaultValues: formOf(operator) })
  const read = ({ code }: Operator) => queryClient.fetchQuery(operatorByCode(code))
  const { stored, reload } = useReload(form, operator, { read, formOf, merges })
  const update = useUpdateOperator()
  return (
    <Editor
      title={t('operators.editTitle', { name: operator.name })}
      saveText={t('form.save')}
      form={form}
      save={(values) => update.mutateAsync({ stored, form: values })}
      reload={reload}
      operatorId={operator.id}
      Redline={Redline}
      onClose={onClose}
    />
  )
}
