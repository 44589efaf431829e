import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changeStatus } from '@/api/editing'
import { ApiProblem, hasCode } from '@/api/problem'
import type { StatusStep } from '@/lib/editing/statusSteps'
import { objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

interface StatusDialogProps {
  path: string
  /** The version that was read. */
  version: string
  title: string
  step: StatusStep
  onClose: () => void
}

/** Takes a file to another status, with a reason. */
export function StatusDialog({ path, version, title, step, onClose }: StatusDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { why: '' } })
  const save = async ({ why }: { why: string }) => {
    const { status } = await changeStatus(path, version, step, why.trim())
    showToast({
      tone: 'success',
      text: t('editing.statusChanged', { name: title, status: t(`library.status.${status}`) }),
    })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t(`editing.step.${step}`)}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(`editing.step.${step}`)}
          </Button>
        </>
      }
    >
      <FormProblem action={<WayOut of={problem} path={path} onClose={onClose} />}>
        {problem && (
          <>
            {problem.message}
            <Findings of={problem} />
          </>
        )}
      </FormProblem>
      <p>{t(`editing.stepText.${step}`, { name: title })}</p>
      <Field
        label={t('editing.why')}
        error={form.formState.errors.why?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('why')}
      />
    </Dialog>
  )
}

interface WayOutProps {
  of: Error | undefined
  path: string
  onClose: () => void
}

/** The page on which people can do what a refused step asks for. */
function WayOut({ of: problem, path, onClose }: WayOutProps) {
  const { t } = useTranslation()
  if (hasCode(problem, 'file.less_restrictive')) {
    return (
      <a href={objectHref(path, { part: 'data' })} onClick={onClose}>
        {t('library.mel.open')}
      </a>
    )
  }
  if (hasCode(problem, 'file.open_rechecks')) {
    return (
      <a href={href(paths.complianceReview({ all: 'yes', module: path }))} onClick={onClose}>
        {t('editing.openRechecks')}
      </a>
    )
  }
  return null
}

/** Why the guard refuses a release; inside the alert, so that it is read aloud. */
function Findings({ of: problem }: { of: Error }) {
  if (!(problem instanceof ApiProblem) || problem.findings.length === 0) return null
  return (
    <ul>
      {problem.findings.map(({ message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike, and the list comes whole.
        <li key={index}>{message}</li>
      ))}
    </ul>
  )
}
