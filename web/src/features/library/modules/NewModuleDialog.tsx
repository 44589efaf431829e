import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { requestCalls } from '@/api/changeRequests'
import { useEditingRules } from '@/api/editing'
import { fileQuery } from '@/api/library'
import { codeOfferQuery, createModule, infoCodesQuery, moduleOptionsQuery, outlineQuery } from '@/api/modules'
import { useMe } from '@/api/queries'
import type { File, InfoCode, ModuleOptions, Outline } from '@/api/types'
import { can } from '@/lib/can'
import { RequestSelect } from '@/lib/changeRequests/RequestSelect'
import { currentLanguage } from '@/lib/i18n'
import { objectPage } from '@/lib/library/objects'
import { paths } from '@/lib/paths'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { useFormSave } from '@/lib/useFormSave'
import { usePaused } from '@/lib/usePaused'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { CodeFields } from './CodeFields'
import {
  emptyModule,
  isWholeName,
  lostSection,
  moduleName,
  type NewModuleForm,
  newModuleBody,
} from './newModule'
import { OriginFields } from './OriginFields'
import { SectionFields } from './SectionFields'
import './newModule.css'

interface NewModuleDialogProps {
  manualPath: string
  /** The module to copy. */
  copyOf?: string
  onClose: () => void
}

/** Makes a module or a publication of a manual. */
export function NewModuleDialog({ manualPath, copyOf, onClose }: NewModuleDialogProps) {
  const { t } = useTranslation()
  const options = useQuery(moduleOptionsQuery(manualPath, currentLanguage()))
  const infoCodes = useQuery(infoCodesQuery(currentLanguage()))
  const copied = useQuery({ ...fileQuery(copyOf ?? '', {}), enabled: copyOf !== undefined })
  if (options.data && infoCodes.data && (copyOf === undefined || copied.data)) {
    return (
      <NewModuleFormDialog
        manualPath={manualPath}
        options={options.data}
        infoCodes={infoCodes.data}
        copied={copied.data}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('modules.new.title')} size="lg" onClose={onClose}>
      <QueryFrame query={chained(options, chained(infoCodes, copied))} failedTitle={t('modules.new.failed')}>
        {() => null}
      </QueryFrame>
    </Dialog>
  )
}

interface NewModuleFormDialogProps {
  manualPath: string
  options: ModuleOptions
  infoCodes: readonly InfoCode[]
  copied: File | undefined
  onClose: () => void
}

const pauseMs = 300

/** The fields of the server that have another name here. */
const fieldOfServer = (code: string) => ({ name: code, contentType: 'contentType', section: 'section' })
const fieldOfCode = (code: 'assembly' | 'number') => ({
  'module.code_taken': code,
  'module.code_in_trash': code,
  'module.code_in_revision': code,
  'module.code_used': code,
})

/** The key of the text about what keeps the module from being made. */
function missingKey(values: NewModuleForm, isWhole: boolean, outline: UseQueryResult<Outline>) {
  if (!isWhole) return 'modules.new.codeMissing'
  if (values.techName.trim() === '') return 'modules.new.titleMissing'
  if (values.from === 'copy' && values.copyOf === '') return 'modules.new.copyMissing'
  if (values.kind === 'publication' || values.publication === '') return undefined
  if (outline.data === undefined || outline.data.sha256 !== values.sha256) {
    return outline.isError ? 'modules.new.sectionsFailed' : 'modules.new.sectionsLoading'
  }
  return values.section === lostSection ? 'modules.new.sectionMissing' : undefined
}

function NewModuleFormDialog({ manualPath, options, infoCodes, copied, onClose }: NewModuleFormDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const isCommentRequired = useEditingRules(can.editContent(me))?.commentRequired ?? false
  const form = useForm<NewModuleForm>({ defaultValues: emptyModule(options, currentLanguage(), copied) })
  const values = form.watch()
  const name = moduleName(values)
  const isWhole = isWholeName(name)
  const asked = usePaused(name, pauseMs)
  const offer = useQuery({
    ...codeOfferQuery(manualPath, asked),
    enabled: isWhole && asked === name,
  })
  // While a code is typed, what is known is about the code before.
  const known = asked === name ? offer.data : undefined
  const outline = useQuery({ ...outlineQuery(values.publication), enabled: values.publication !== '' })
  const save = async (form: NewModuleForm) => {
    const body = newModuleBody(form, manualPath)
    const made = await createModule(moduleName(form), body)
    const text = t(body.section ? 'modules.new.doneInSection' : 'modules.new.done', { name: made.title })
    showToast({ tone: 'success', text })
    onClose()
    void navigate(form.checkOut ? paths.editor(made.path) : (objectPage(made.path) ?? paths.library()))
  }
  // The field that errors of the code are shown at.
  const codeField = values.kind === 'publication' ? 'number' : 'assembly'
  const { submit, busy, problem } = useFormSave(form, save, fieldOfCode(codeField), fieldOfServer(codeField))
  const missing = missingKey(values, isWhole, outline)
  const { errors } = form.formState
  return (
    <Dialog
      title={t('modules.new.title')}
      size="lg"
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
            disabledReason={missing === undefined ? undefined : t(missing)}
          >
            {t('library.form.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <OriginFields form={form} options={options} infoCodes={infoCodes} manualPath={manualPath} />
      <CodeFields form={form} options={options} manualPath={manualPath} name={name} offer={known} />
      <Field
        label={t(values.kind === 'publication' ? 'modules.new.pmTitle' : 'modules.new.techName')}
        required
        error={errors.techName?.message}
        {...form.register('techName')}
      />
      {values.kind === 'module' && (
        <>
          <Field
            label={t('modules.new.infoName')}
            error={errors.infoName?.message}
            {...form.register('infoName')}
          />
          <SectionFields form={form} options={options} outline={outline} />
        </>
      )}
      <Field
        label={t('modules.comment')}
        required={isCommentRequired}
        error={errors.comment?.message}
        {...form.register('comment')}
      />
      <RequestSelect
        calls={requestCalls}
        manualPath={manualPath}
        value={values.changeRequestId}
        onChange={(id) => form.setValue('changeRequestId', id, { shouldDirty: true })}
      />
      <Checkbox label={t('modules.new.checkOut')} {...form.register('checkOut')} />
    </Dialog>
  )
}
