import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changeFiles, useEditingRules } from '@/api/editing'
import { useMe } from '@/api/queries'
import type { FileResult } from '@/api/types'
import { type BulkChange, type BulkFile, bulkRequest } from '@/lib/editing/bulk'
import { marksChanges, rememberMarks } from '@/lib/editing/changeMarks'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { showToast } from '@/ui/toasts'

interface BulkDialogProps {
  change: BulkChange
  files: readonly BulkFile[]
  onClose: () => void
}

const nameOf = ({ title, code }: BulkFile) => title || code

/** Changes several files with one comment, and lists those that were refused. */
export function BulkDialog({ change, files, onClose }: BulkDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { comment: '', markChanges: marksChanges() } })
  const [refused, setRefused] = useState<FileResult[]>()
  const { commentRequired = false } = useEditingRules(true) ?? {}
  const account = useMe().user.account
  const withHolder = (file: BulkFile) =>
    change === 'cancelCheckout' && file.checkedOutBy !== account
      ? t('editing.bulk.heldBy', { name: nameOf(file), holder: file.checkedOutBy })
      : nameOf(file)
  const title = t(`editing.bulk.${change}`, { count: files.length })
  const save = async ({ comment, markChanges }: { comment: string; markChanges: boolean }) => {
    const results = await changeFiles(bulkRequest(change, files, { comment: comment.trim(), markChanges }))
    if (change === 'checkin') rememberMarks(markChanges)
    const failed = results.filter(({ file }) => file === undefined)
    const done = results.length - failed.length
    if (done > 0) showToast({ tone: 'success', text: t('editing.bulk.done', { count: done }) })
    if (failed.length === 0) onClose()
    else setRefused(failed)
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const isAsked = refused === undefined
  return (
    <Dialog
      title={title}
      busy={busy}
      staticBackdrop={isAsked && form.formState.isDirty}
      onClose={onClose}
      onSubmit={isAsked ? submit : undefined}
      footer={
        isAsked ? (
          <>
            <Button onClick={onClose} disabled={busy}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {title}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('ui.close')}</Button>
        )
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {isAsked ? (
        <>
          <ul>
            {files.map((file) => (
              <li key={file.path}>{withHolder(file)}</li>
            ))}
          </ul>
          {change !== 'checkout' && change !== 'cancelCheckout' && (
            <Field
              label={change === 'checkin' ? t('editor.checkIn.comment') : t('editing.why')}
              hint={t('editing.bulk.comment')}
              error={form.formState.errors.comment?.message}
              autoComplete="off"
              maxLength={1000}
              required={change === 'checkin' && commentRequired}
              {...form.register('comment')}
            />
          )}
          {change === 'checkin' && (
            <Checkbox
              label={t('editor.checkIn.markChanges')}
              hint={t('editor.checkIn.markChangesOfManyHint')}
              {...form.register('markChanges')}
            />
          )}
          {change === 'cancelCheckout' && <p>{t('editing.bulk.cancelText')}</p>}
        </>
      ) : (
        <Notice tone="warning" title={t('editing.bulk.refused', { count: refused.length })}>
          <ul className="mb-0">
            {refused.map(({ path, message }) => (
              <li key={path}>
                {nameOf(files.find((file) => file.path === path) ?? { path, title: path, code: '' })}:{' '}
                {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Dialog>
  )
}
