import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { startPublishJob } from '@/api/publications'
import type { Publication } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { showToast } from '@/ui/toasts'

const fields = [
  'approbationAuthority',
  'revisionDate',
  'approvedBy',
  'jobTitle',
  'approvalReference',
] as const

const labels = {
  approbationAuthority: 'authority',
  revisionDate: 'revisionDate',
  approvedBy: 'approvedBy',
  jobTitle: 'jobTitle',
  approvalReference: 'reference',
} as const

type ApprovalForm = Record<(typeof fields)[number], string>

const empty: ApprovalForm = {
  approbationAuthority: '',
  revisionDate: '',
  approvedBy: '',
  jobTitle: '',
  approvalReference: '',
}

interface ApproveDialogProps {
  publication: Publication
  /** The findings of its books and websites. */
  findings: number
  onClose: () => void
}

/** Approves a publication. The server asks for the password or the second factor each time. */
export function ApproveDialog({ publication, findings, onClose }: ApproveDialogProps) {
  const { t } = useTranslation()
  const form = useForm<ApprovalForm>({ defaultValues: empty })
  const save = async (values: ApprovalForm) => {
    const { csdbName, manualName, id } = publication
    await startPublishJob('exportFormalAta2300', { csdbName, manualName, publication: id, ...values })
    showToast({ tone: 'info', text: t('publications.approve.started') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(
    form,
    save,
    {},
    Object.fromEntries(fields.map((name) => [`parameterMap.${name}`, name])),
  )
  const { errors, isDirty } = form.formState
  return (
    <Dialog
      title={t('publications.approve.title', { revision: publication.revision })}
      busy={busy}
      staticBackdrop={isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('publications.approve.action')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t('publications.approve.text')}</p>
      {findings > 0 && (
        <Notice tone="warning" title={t('publications.approve.findings', { count: findings })} />
      )}
      {fields.map((name) => (
        <Field
          key={name}
          type={name === 'revisionDate' ? 'date' : 'text'}
          label={t(`publications.${labels[name]}`)}
          required
          maxLength={200}
          error={errors[name]?.message}
          {...form.register(name, {
            validate: (text) => text.trim() !== '' || t('publications.approve.missing'),
          })}
        />
      ))}
    </Dialog>
  )
}
