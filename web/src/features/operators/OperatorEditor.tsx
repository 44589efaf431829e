import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { queryClient } from '@/api/queries'
import type { Operator } from '@/api/types'
import { keepTyped } from '@/lib/keepTyped'
import { showProblem } from '@/lib/showProblem'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { OperatorFields } from './OperatorFields'
import { emptyForm, formOf, type OperatorForm } from './operatorForm'
import { operatorByCode, useCreateOperator, useUpdateOperator } from './queries'

interface EditorProps {
  title: string
  saveText: string
  initial: OperatorForm
  save: (form: OperatorForm) => Promise<unknown>
  onReload?: (typed: OperatorForm) => Promise<OperatorForm>
  onClose: () => void
}

function Editor({ title, saveText, initial, save, onReload, onClose }: EditorProps) {
  const { t } = useTranslation()
  const form = useForm<OperatorForm>({ defaultValues: initial })
  const saveAndClose = async (values: OperatorForm) => {
    await save(values)
    showToast({ tone: 'success', text: t('operators.saved', { name: values.name }) })
    onClose()
  }
  const codeTaken = { 'operator.code_taken': 'code' } as const
  const { submit, busy, problem, clearProblem } = useFormSave(form, saveAndClose, codeTaken)
  const reload = async () => {
    if (!onReload) return
    try {
      form.reset(await onReload(form.getValues()))
      clearProblem()
      showToast({ tone: 'info', text: t('operators.reloaded') })
    } catch (error) {
      if (error instanceof Error) showProblem(error)
    }
  }
  const stale = onReload !== undefined && hasCode(problem, 'changed_meanwhile')
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
            {t('operators.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('operators.saving')}>
            {saveText}
          </Button>
        </>
      }
    >
      <FormProblem>
        {problem && (
          <>
            {problem.message}{' '}
            {stale && (
              <Button variant="link" size="sm" onClick={() => void reload()}>
                {t('operators.reload')}
              </Button>
            )}
          </>
        )}
      </FormProblem>
      <OperatorFields form={form} />
    </Dialog>
  )
}

export function CreateOperatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCreateOperator()
  return (
    <Editor
      title={t('operators.newTitle')}
      saveText={t('operators.create')}
      initial={emptyForm}
      save={create.mutateAsync}
      onClose={onClose}
    />
  )
}

export function EditOperatorDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t } = useTranslation()
  // The record as it was read, whose version the save must name.
  const [stored, setStored] = useState(operator)
  const update = useUpdateOperator()
  const reload = async (typed: OperatorForm) => {
    const fresh = await queryClient.fetchQuery(operatorByCode(stored.code))
    if (!fresh) return typed
    setStored(fresh)
    return keepTyped(formOf(stored), typed, formOf(fresh))
  }
  return (
    <Editor
      title={t('operators.editTitle', { name: operator.name })}
      saveText={t('operators.save')}
      initial={formOf(operator)}
      save={(form) => update.mutateAsync({ stored, form })}
      onReload={reload}
      onClose={onClose}
    />
  )
}
