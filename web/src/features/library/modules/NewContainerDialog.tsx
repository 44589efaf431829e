import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { requestCalls } from '@/api/changeRequests'
import { useEditingRules } from '@/api/editing'
import { fileQuery } from '@/api/library'
import { createModule } from '@/api/modules'
import { useMe } from '@/api/queries'
import type { File } from '@/api/types'
import { can } from '@/lib/can'
import { RequestSelect } from '@/lib/changeRequests/RequestSelect'
import { objectPage } from '@/lib/library/objects'
import { paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { readCode } from './newModule'

interface NewContainerDialogProps {
  /** The path of the first alternate. */
  path: string
  onClose: () => void
}

interface ContainerForm {
  techName: string
  comment: string
  /** Empty for none. */
  changeRequestId: string
}

/** The information code of containers. */
const containerCode = '914'

/** The name of the container of a module: the same subject under another information code. */
export function containerName(code: string, language: string): string | undefined {
  const parts = readCode(code)
  if (!parts) return undefined
  const { model, difference, system, subSystem, subSubSystem, assembly, disassembly, disassemblyVariant } =
    parts
  const subject = `${system}-${subSystem}${subSubSystem}-${assembly}-${disassembly}${disassemblyVariant}`
  return `DMC-${model}-${difference}-${subject}-${containerCode}A-${parts.location}_${language}.XML`
}

/** Makes a container whose first alternate is a module. */
export function NewContainerDialog({ path, onClose }: NewContainerDialogProps) {
  const { t } = useTranslation()
  const file = useQuery(fileQuery(path, {}))
  if (file.data) return <ContainerFormDialog file={file.data} onClose={onClose} />
  return (
    <Dialog title={t('modules.container.title')} onClose={onClose}>
      <QueryFrame query={file} failedTitle={t('modules.new.failed')}>
        {() => null}
      </QueryFrame>
    </Dialog>
  )
}

function ContainerFormDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const isCommentRequired = useEditingRules(can.editContent(me))?.commentRequired ?? false
  const name = containerName(file.code, file.language)
  const form = useForm<ContainerForm>({
    defaultValues: { techName: file.techName, comment: '', changeRequestId: '' },
  })
  const manualPath = file.path.split('/').slice(0, 3).join('/')
  const save = async ({ techName, comment, changeRequestId }: ContainerForm) => {
    const named = { manualPath, techName, comment, changeRequestId: changeRequestId || undefined }
    const body = { ...named, contentType: 'container', alternates: [file.path] }
    const made = await createModule(name ?? '', body)
    showToast({ tone: 'success', text: t('modules.new.done', { name: made.title }) })
    onClose()
    void navigate(objectPage(made.path) ?? paths.library())
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const { errors } = form.formState
  return (
    <Dialog
      title={t('modules.container.title')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={t('library.form.creating')}
            disabledReason={name === undefined ? t('modules.container.noCode') : undefined}
          >
            {t('library.form.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t('modules.container.text', { name: file.title || file.code })}</p>
      <p>{name !== undefined && <Code>{name}</Code>}</p>
      <Field
        label={t('modules.new.techName')}
        required
        error={errors.techName?.message}
        {...form.register('techName')}
      />
      <Field
        label={t('modules.comment')}
        required={isCommentRequired}
        error={errors.comment?.message}
        {...form.register('comment')}
      />
      <RequestSelect
        calls={requestCalls}
        manualPath={manualPath}
        value={form.watch('changeRequestId')}
        onChange={(id) => form.setValue('changeRequestId', id, { shouldDirty: true })}
      />
    </Dialog>
  )
}
