import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { NewListView, SavedListView } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { IconButton } from '@/ui/IconButton'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toasts'
import './views.css'

/** As the server takes them. */
const longestName = 100

/** The calls of a list with saved views. */
interface ViewCalls {
  list: UseQueryOptions<SavedListView[], Error, SavedListView[], string[]>
  /** Saves a view; one of the same name is replaced. */
  save: (view: NewListView) => Promise<void>
  delete: (id: string) => Promise<void>
}

interface SavedViewsDialogProps {
  calls: ViewCalls
  /** The user's own account. */
  account: string
  /** The query string of the list as it is filtered and sorted now. */
  query: string
  onOpen: (query: string) => void
  onClose: () => void
}

interface ViewForm {
  name: string
  shared: boolean
}

/** The server compares names without regard to case. */
const folded = (name: string) => name.trim().normalize('NFKC').toLowerCase()

/** Saves the filters of the list under a name, and opens saved ones. */
export function SavedViewsDialog({ calls, account, query, onOpen, onClose }: SavedViewsDialogProps) {
  const { t } = useTranslation()
  const saved = useQuery(calls.list)
  const [deleting, setDeleting] = useState<SavedListView>()
  const [replacing, setReplacing] = useState<ViewForm>()
  const form = useForm<ViewForm>({ defaultValues: { name: '', shared: false } })
  const save = async ({ name, shared }: ViewForm) => {
    await calls.save({ name: name.trim(), query, shared })
    showToast({ tone: 'success', text: t('views.done', { name: name.trim() }) })
    form.reset()
  }
  const { submit, busy, problem } = useFormSave(form, async (view) => {
    const isTaken = saved.data?.some(
      ({ name, owner }) => owner === account && folded(name) === folded(view.name),
    )
    if (isTaken) setReplacing(view)
    else await save(view)
  })
  return (
    <>
      <Dialog
        title={t('views.title')}
        startsAtTop
        busy={busy}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <>
            <Button onClick={onClose}>{t('ui.close')}</Button>
            <Button type="submit" variant="primary" busy={busy}>
              {t('views.save')}
            </Button>
          </>
        }
      >
        <QueryFrame query={saved} failedTitle={t('views.failed')} loading={<Skeleton lines={4} />}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="bookmark" title={t('views.none')} />
            ) : (
              <ul className="vws-list" aria-label={t('views.title')}>
                {all.map((view) => (
                  <ViewLine
                    key={view.id}
                    calls={calls}
                    view={view}
                    isOwn={view.owner === account}
                    onOpen={() => onOpen(view.query)}
                    onDelete={() => setDeleting(view)}
                  />
                ))}
              </ul>
            )
          }
        </QueryFrame>
        <FormProblem>{problem?.message}</FormProblem>
        <Field
          label={t('views.name')}
          hint={t('views.hint')}
          error={form.formState.errors.name?.message}
          autoComplete="off"
          maxLength={longestName}
          required
          {...form.register('name')}
        />
        <Checkbox label={t('views.share')} {...form.register('shared')} />
      </Dialog>
      {deleting && <DeleteViewDialog calls={calls} view={deleting} onClose={() => setDeleting(undefined)} />}
      {replacing && (
        <ReplaceViewDialog
          name={replacing.name.trim()}
          onReplace={() => save(replacing)}
          onClose={() => setReplacing(undefined)}
        />
      )}
    </>
  )
}

interface ViewLineProps {
  calls: ViewCalls
  view: SavedListView
  isOwn: boolean
  onOpen: () => void
  onDelete: () => void
}

function ViewLine({ calls, view, isOwn, onOpen, onDelete }: ViewLineProps) {
  const { t } = useTranslation()
  const { name, query, shared, owner } = view
  const share = useMutation({
    mutationFn: () => calls.save({ name, query, shared: !shared }),
    onError: showProblem,
  })
  return (
    <li>
      <div>
        <Button variant="link" onClick={onOpen}>
          {name}
        </Button>
        {shared && (
          <span className="d-block af-hint mt-0">
            {isOwn ? t('views.shared') : t('views.sharedBy', { account: owner })}
          </span>
        )}
      </div>
      {isOwn && (
        <>
          <IconButton
            icon={shared ? 'lock' : 'people'}
            label={t(`views.${shared ? 'unshareOne' : 'shareOne'}`, { name })}
            busy={share.isPending}
            onClick={() => share.mutate()}
          />
          <IconButton icon="trash" label={t('views.delete', { name })} onClick={onDelete} />
        </>
      )}
    </li>
  )
}

interface DeleteViewDialogProps {
  calls: ViewCalls
  view: SavedListView
  onClose: () => void
}

function DeleteViewDialog({ calls, view, onClose }: DeleteViewDialogProps) {
  const { t } = useTranslation()
  const remove = useMutation({ mutationFn: () => calls.delete(view.id), onSuccess: onClose })
  return (
    <ConfirmDialog
      danger
      title={t('views.deleteTitle')}
      confirmText={t('views.deleteConfirm')}
      busyText={t('views.deleting')}
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('views.deleteText', { name: view.name })}
    </ConfirmDialog>
  )
}

interface ReplaceViewDialogProps {
  name: string
  onReplace: () => Promise<void>
  onClose: () => void
}

function ReplaceViewDialog({ name, onReplace, onClose }: ReplaceViewDialogProps) {
  const { t } = useTranslation()
  const replace = useMutation({ mutationFn: onReplace, onSuccess: onClose })
  return (
    <ConfirmDialog
      title={t('views.replaceTitle')}
      confirmText={t('views.replaceConfirm')}
      busyText={t('views.replacing')}
      busy={replace.isPending}
      problem={replace.error?.message}
      onConfirm={() => replace.mutate()}
      onClose={onClose}
    >
      {t('views.replaceText', { name })}
    </ConfirmDialog>
  )
}
