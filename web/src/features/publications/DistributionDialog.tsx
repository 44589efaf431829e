import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { requestPeopleQuery } from '@/api/changeRequests'
import { distributionQuery, replaceReceivers } from '@/api/publicationReaders'
import { hasFieldErrors } from '@/lib/form'
import { QueryFrame } from '@/lib/QueryFrame'
import { useFormSave } from '@/lib/useFormSave'
import { usePaused } from '@/lib/usePaused'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Skeleton } from '@/ui/Skeleton'
import { SuggestField } from '@/ui/SuggestField'
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
      <PeopleSearch
        manualPath={manualPath}
        isListed={(account) => accountsOf(form.getValues('accounts')).includes(account)}
        onPick={(account) => {
          const listed = accountsOf(form.getValues('accounts'))
          form.setValue('accounts', [...listed, account].join('\n'), { shouldDirty: true })
        }}
      />
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

interface PeopleSearchProps {
  manualPath: string
  isListed: (account: string) => boolean
  onPick: (account: string) => void
}

const pauseMs = 250

/** Finds people who can read the manual by a part of their account or name. */
function PeopleSearch({ manualPath, isListed, onPick }: PeopleSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const wanted = usePaused(text.trim(), pauseMs)
  const people = useQuery(requestPeopleQuery(manualPath, 'read', wanted === '' ? undefined : wanted))
  // While nothing is typed, the people of the last search are of no use.
  const found = text.trim() === '' ? [] : (people.data ?? [])
  const suggestions = found
    .filter(({ account }) => !isListed(account))
    .map(({ account, name }) => ({ id: account, icon: 'user' as const, text: account, note: name }))
  const pick = (account: string) => {
    onPick(account)
    setText('')
  }
  return (
    <div className="mb-3">
      <SuggestField
        label={t('publications.readers.find')}
        placeholder={t('publications.readers.findHint')}
        value={text}
        onChange={setText}
        onSearch={() => {
          const [first] = suggestions
          // Until the answer is there, those of the word before are shown.
          const isAnswered = wanted === text.trim() && !people.isPlaceholderData
          if (first && isAnswered) pick(first.id)
        }}
        suggestions={suggestions}
        suggestionsLabel={t('publications.readers.found')}
        onPick={({ id }) => pick(id)}
        error={people.error?.message}
      />
    </div>
  )
}
