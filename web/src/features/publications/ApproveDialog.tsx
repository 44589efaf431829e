import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { startPublishJob } from '@/api/publications'
import { useMe } from '@/api/queries'
import type { Publication } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { showToast } from '@/ui/toasts'
import {
  type ApprovalForm,
  approvalFields,
  emptyApproval,
  forgetApproval,
  keepApproval,
  keptApproval,
} from './keptApproval'

const labels = {
  approbationAuthority: 'authority',
  revisionDate: 'revisionDate',
  approvedBy: 'approvedBy',
  jobTitle: 'jobTitle',
  approvalReference: 'reference',
} as const

interface ApproveDialogProps {
  publication: Publication
  /** The findings of its books and websites. */
  findings: number
  onClose: () => void
}

/** Approves a publication. The server asks for the password or the second factor each time. */
export function ApproveDialog({ publication, findings, onClose }: ApproveDialogProps) {
  const { t } = useTranslation()
  const { csdbName, manualName, id } = publication
  const { account } = useMe().user
  const [kept] = useState(() => keptApproval(account, id))
  const form = useForm<ApprovalForm>({ defaultValues: kept ?? emptyApproval })
  const close = () => {
    forgetApproval(account, id)
    onClose()
  }
  const save = async (values: ApprovalForm) => {
    // People of an identity provider leave this page for their proof, and come back to it.
    keepApproval(account, id, values)
    try {
      await startPublishJob('exportFormalAta2300', { csdbName, manualName, publication: id, ...values })
    } finally {
      forgetApproval(account, id)
    }
    showToast({ tone: 'info', text: t('publications.approve.started') })
    close()
  }
  const { submit, busy, problem } = useFormSave(
    form,
    save,
    {},
    Object.fromEntries(approvalFields.map((name) => [`parameterMap.${name}`, name])),
  )
  const { errors, isDirty } = form.formState
  return (
    <Dialog
      title={t('publications.approve.title', { revision: publication.revision })}
      busy={busy}
      staticBackdrop={isDirty || kept !== undefined}
      onClose={close}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={close}>
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
      {approvalFields.map((name) => (
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
