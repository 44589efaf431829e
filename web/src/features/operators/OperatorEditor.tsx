import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { queryClient } from '@/api/queries'
import type { Operator } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { OperatorFields } from './OperatorFields'
import { emptyForm, formOf, merges, type OperatorForm } from './operatorForm'
import { operatorByCode, useCreateOperator, useUpdateOperator } from './queries'

interface EditorProps {
  title: string
  saveText: string
  form: UseFormReturn<OperatorForm>
  save: (values: OperatorForm) => Promise<unknown>
  reload?: (onReloaded: () => void) => Promise<void>
  onClose: () => void
}

function Editor({ title, saveText, form, save, reload, onClose }: EditorProps) {
  const { t } = useTranslation()
  const saveAndClose = async (values: OperatorForm) => {
    await save(values)
    showToast({ tone: 'success', text: t('operators.saved', { name: values.name }) })
    onClose()
  }
  const codeTaken = { 'operator.code_taken': 'code' } as const
  const { submit, busy, problem, clearProblem } = useFormSave(form, saveAndClose, codeTaken)
  return (
    <Dialog
      title={title}
      size="xl"
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
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
  )
}

export function CreateOperatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<OperatorForm>({ defaultValues: emptyForm })
  const create = useCreateOperator()
  return (
    <Editor
      title={t('operators.newTitle')}
      saveText={t('operators.create')}
      form={form}
      save={create.mutateAsync}
      onClose={onClose}
    />
  )
}

export function EditOperatorDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
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
      onClose={onClose}
    />
  )
}
