import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Field } from '@/ui/Field'
import { showToast } from '@/ui/toasts'

interface DeleteDialogProps<Subject> {
  kind: 'collection' | 'category' | 'item' | 'reference'
  name: string
  /** It is deleted in the version in which it was when the dialog was opened. */
  subject: Subject
  /** Deletes it, and leaves the page where it was the page's own. The reason is that of a reference, for the history. */
  remove: (subject: Subject, why: string) => Promise<unknown>
  onClose: () => void
}

/** Asks before something of a collection is deleted for good. */
export function DeleteDialog<Subject>({ kind, name, subject, remove, onClose }: DeleteDialogProps<Subject>) {
  const { t } = useTranslation()
  const [opened] = useState({ name, subject })
  const [why, setWhy] = useState('')
  const finish = () => {
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  // Here and not at the call: the page that the dialog belongs to may be left by then.
  const removal = useMutation({ mutationFn: () => remove(opened.subject, why.trim()), onSuccess: finish })
  return (
    <ConfirmDialog
      title={t(`compliance.delete.${kind}`)}
      confirmText={t('compliance.delete.action')}
      busyText={t('compliance.delete.busy')}
      danger
      busy={removal.isPending}
      problem={removal.error?.message}
      closed={hasCode(removal.error, 'changed_meanwhile') ? t('compliance.delete.changed') : undefined}
      staticBackdrop={why !== ''}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>
        <Trans i18nKey="compliance.delete.question" values={{ name: opened.name }}>
          <strong />
        </Trans>
      </p>
      <p className={kind === 'reference' ? undefined : 'mb-0'}>{t(`compliance.delete.${kind}Final`)}</p>
      {kind === 'reference' && (
        <Field
          label={t('compliance.why')}
          hint={t('compliance.itemForm.whyHint')}
          autoComplete="off"
          maxLength={1000}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
