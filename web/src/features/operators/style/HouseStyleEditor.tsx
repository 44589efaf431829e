import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { queryClient } from '@/api/queries'
import type { HouseStyle } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { HouseStyleFields } from './HouseStyleFields'
import { houseStyle, useUpdateHouseStyle } from './queries'
import { RemoveStyleDialog } from './RemoveStyleDialog'
import { SamplePages } from './SamplePages'
import { formOf, type StyleForm } from './styleForm'

interface HouseStyleEditorProps {
  /** The name of the operator. */
  operator: string
  style: HouseStyle
  onClose: () => void
}

export function HouseStyleEditor({ operator, style, onClose }: HouseStyleEditorProps) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState(false)
  const form = useForm<StyleForm>({ defaultValues: formOf(style) })
  const read = ({ code }: HouseStyle) => queryClient.fetchQuery(houseStyle(code))
  const { stored, reload } = useReload(form, style, { read, formOf })
  const update = useUpdateHouseStyle()
  const save = async (values: StyleForm) => {
    await update.mutateAsync({ stored, form: values })
    showToast({ tone: 'success', text: t('operators.style.saved', { name: operator }) })
    onClose()
  }
  const { submit, busy, problem, clearProblem } = useFormSave(form, save)
  const look = { ...formOf(stored), ...useWatch({ control: form.control }) }
  return (
    <>
      <Dialog
        title={t('operators.style.title', { name: operator })}
        size="xl"
        busy={busy}
        staticBackdrop={form.formState.isDirty}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <>
            {stored.version > 0 && (
              <Button variant="ghost" icon="restore" disabled={busy} onClick={() => setRemoving(true)}>
                {t('operators.style.remove')}
              </Button>
            )}
            <Button onClick={onClose} disabled={busy}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={busy} busyText={t('form.saving')}>
              {t('form.save')}
            </Button>
          </>
        }
      >
        <FormProblem
          action={
            hasCode(problem, 'changed_meanwhile') && (
              <Button variant="link" size="sm" onClick={() => void reload(clearProblem)}>
                {t('form.reload')}
              </Button>
            )
          }
        >
          {problem?.message}
        </FormProblem>
        <div className="hs-editor">
          <HouseStyleFields form={form} style={stored} />
          <SamplePages look={look} palette={stored.palette} operator={operator} />
        </div>
      </Dialog>
      {removing && (
        <RemoveStyleDialog
          operator={operator}
          style={stored}
          onRemoved={onClose}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
