import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { distributionQuery, replaceReceivers } from '@/api/publicationReaders'
import { hasFieldErrors } from '@/lib/form'
import { QueryFrame } from '@/lib/QueryFrame'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Skeleton } from '@/ui/Skeleton'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'

interface DistributionDialogProps {
  manualPath: string
  onClose: () => void
}

/** Loads the people who get the publications of a manual, to change them. */
export function DistributionDialog(props: DistributionDialogProps) {
  const { t } = useTranslation()
  const query = useQuery(distributionQuery(props.manualPath))
  // The list of an earlier visit may be an old one, and would be written back.
  if (query.data && query.isFetchedAfterMount) {
    return <DistributionForm {...props} accounts={query.data.map(({ account }) => account)} />
  }
  return (
    <Dialog title={t('publications.readers.distribution')} onClose={props.onClose}>
      <QueryFrame query={query} failedTitle={t('publications.readers.failed')}>
        {() => <Skeleton lines={6} />}
      </QueryFrame>
    </Dialog>
  )
}

/** The accounts of a list, one per line. */
export const accountsOf = (text: string): string[] =>
  text
    .split(/[\s,;，、；]+/)
    .map((account) => account.trim())
    .filter((account) => account !== '')

function DistributionForm({
  manualPath,
  accounts,
  onClose,
}: DistributionDialogProps & { accounts: string[] }) {
  const { t } = useTranslation()
  // The list is loaded again while the dialog is open; the one that was shown is the one that is changed.
  const [shown] = useState(accounts)
  const form = useForm({ defaultValues: { accounts: shown.join('\n') } })
  const save = async (values: { accounts: string }) => {
    try {
      await replaceReceivers(manualPath, shown, accountsOf(values.accounts))
    } catch (error) {
      const prefix = 'accounts.'
      const fields = hasFieldErrors(error) ? error.errors.map(({ field }) => field) : []
      const unknown = fields.filter((field) => field.startsWith(prefix))
      if (unknown.length === 0) throw error
      const names = unknown.map((field) => field.slice(prefix.length)).join(', ')
      form.setError('accounts', { type: 'server', message: t('publications.readers.unknown', { names }) })
      return
    }
    showToast({ tone: 'success', text: t('publications.readers.saved') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t('publications.readers.distribution')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('publications.readers.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t('publications.readers.distributionText')}</p>
      <TextArea
        label={t('publications.readers.accounts')}
        hint={t('publications.readers.accountsHint')}
        rows={8}
        error={form.formState.errors.accounts?.message}
        {...form.register('accounts')}
      />
    </Dialog>
  )
}
