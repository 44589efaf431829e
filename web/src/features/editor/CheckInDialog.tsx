import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { requestCalls } from '@/api/changeRequests'
import { checkIn, draftsQuery, editingRulesQuery } from '@/api/editing'
import { fileQuery, versionsQuery } from '@/api/library'
import { ApiProblem, hasCode } from '@/api/problem'
import type { File } from '@/api/types'
import { useProposedRequest } from '@/lib/changeRequests/RequestSelect'
import { marksChanges, rememberMarks } from '@/lib/editing/changeMarks'
import { issueText } from '@/lib/library/issue'
import { paths } from '@/lib/paths'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Icon } from '@/ui/Icon'
import { showToast } from '@/ui/toasts'
import { CheckInFindings } from './CheckInFindings'
import { CheckInIssueFields, CheckInRequestField, ReasonFields } from './checkInFields'
import { type CheckInForm, emptyForm, requestOf } from './checkInForm'
import { OtherIdentity } from './OtherIdentity'
import { useDraftViolations } from './useProblems'

interface CheckInDialogProps {
  path: string
  title: string
  /** The hash of the saved draft; it is looked up without one. */
  sha256?: string
  onDone?: (file: File) => void
  /** Violations of business rules that were found while the draft was edited; without it the draft is checked. */
  violations?: number
  /** Shows a line of the draft; without it the editor opens there. */
  onJump?: (line: number) => void
  onClose: () => void
}

/** The key of the text about what keeps the draft from being checked in: no version loses its change request silently. */
function closedReason(
  draft: 'loading' | 'failed' | 'unchanged' | 'known',
  proposal: 'loading' | 'failed' | 'known',
  isChosen: boolean,
) {
  if (draft === 'loading') return 'ui.loading'
  if (draft === 'failed') return 'editor.draft.failed'
  if (draft === 'unchanged') return 'editor.checkIn.unchanged'
  if (isChosen || proposal === 'known') return undefined
  return proposal === 'loading' ? 'changeRequests.checkIn.loading' : 'changeRequests.checkIn.choose'
}

/** Makes a version of the draft, and releases the file. */
export function CheckInDialog(props: CheckInDialogProps) {
  const { path, title, sha256, onDone, onJump, onClose } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const file = useQuery(fileQuery(path, {})).data
  const drafts = useQuery({ ...draftsQuery, enabled: sha256 === undefined })
  const own = drafts.data?.find((draft) => draft.path === path && draft.state === 'open')
  const hash = sha256 ?? own?.sha256
  const found = useDraftViolations(path, props.violations === undefined ? own?.id : undefined)
  const violations = props.violations ?? found ?? 0
  const unknown = drafts.error ? 'failed' : drafts.data ? 'unchanged' : 'loading'
  const versions = useQuery(versionsQuery(path)).data ?? []
  const { commentRequired = false } = useQuery(editingRulesQuery).data ?? {}
  const proposal = useProposedRequest(requestCalls, path)
  const form = useForm<CheckInForm>({ defaultValues: { ...emptyForm(), markChanges: marksChanges() } })
  const save = async (values: CheckInForm) => {
    if (hash === undefined) return
    const made = await checkIn(path, requestOf(hash, values, proposal.request?.id))
    rememberMarks(values.markChanges)
    showToast({ tone: 'success', text: t('editor.checkIn.done', { issue: issueText(made) || made.title }) })
    onClose()
    onDone?.(made)
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const draft = hash === undefined ? unknown : 'known'
  const closed = closedReason(draft, proposal.state, form.watch('changeRequestId') !== undefined)
  const openEditor = (line: number) => {
    onClose()
    void navigate(paths.editor(path, { line: String(line) }))
  }
  const openMerge = () => {
    onClose()
    void navigate(paths.rebase(path))
  }
  const findings = problem instanceof ApiProblem ? problem.findings : []
  const identity = problem instanceof ApiProblem ? problem.identity : undefined
  return (
    <Dialog
      title={t('editor.checkIn.title', { name: title })}
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
            busyText={t('editor.checkIn.busy')}
            disabledReason={closed && t(closed)}
          >
            {t('editor.checkIn.action')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <FormProblem
        action={
          <Button variant="link" size="sm" onClick={() => void drafts.refetch()}>
            {t('ui.retry')}
          </Button>
        }
      >
        {draft === 'failed' ? drafts.error?.message : undefined}
      </FormProblem>
      {hasCode(problem, 'draft.outdated') && (
        <Button className="mb-3" size="sm" icon="compare" onClick={openMerge}>
          {t('editor.outdated.merge')}
        </Button>
      )}
      {identity !== undefined && hash !== undefined && (
        <OtherIdentity
          path={path}
          title={title}
          identity={identity}
          sha256={hash}
          said={() => {
            const { comment, changeRequestId } = requestOf(hash, form.getValues(), proposal.request?.id)
            return { comment, changeRequestId: changeRequestId ?? undefined }
          }}
          onClose={onClose}
        />
      )}
      {violations > 0 && findings.length === 0 && (
        <p className="af-hint" role="status">
          <Icon name="warning" size="sm" /> {t('editor.checkIn.violations', { count: violations })}
        </p>
      )}
      <CheckInFindings findings={findings} onJump={onJump ?? openEditor} />
      <Field
        label={t('editor.checkIn.comment')}
        hint={t('editor.checkIn.commentHint')}
        error={form.formState.errors.comment?.message}
        autoComplete="off"
        maxLength={1000}
        required={commentRequired}
        {...form.register('comment')}
      />
      <CheckInRequestField
        path={path}
        form={form}
        proposed={proposal.request}
        isKnown={proposal.state === 'known'}
        isTaken={problem instanceof ApiProblem && problem.code === 'change_request.module_taken'}
      />
      <CheckInIssueFields file={file} versions={versions} form={form} />
      <ReasonFields form={form} />
      <Checkbox
        label={t('editor.checkIn.markChanges')}
        hint={t('editor.checkIn.markChangesHint')}
        {...form.register('markChanges')}
      />
    </Dialog>
  )
}
