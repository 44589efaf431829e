import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { deleteRequestView, requestViewsQuery, saveRequestView } from '@/api/changeRequests'
import { useMe } from '@/api/queries'
import type { SavedRequestView } from '@/api/types'
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

/** As the server takes them. */
const longestName = 100

interface ViewsDialogProps {
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
export function ViewsDialog({ query, onOpen, onClose }: ViewsDialogProps) {
  const { t } = useTranslation()
  const account = useMe().user.account
  const saved = useQuery(requestViewsQuery)
  const [deleting, setDeleting] = useState<SavedRequestView>()
  const [replacing, setReplacing] = useState<ViewForm>()
  const form = useForm<ViewForm>({ defaultValues: { name: '', shared: false } })
  const save = async ({ name, shared }: ViewForm) => {
    await saveRequestView(name.trim(), query, shared)
    showToast({ tone: 'success', text: t('changeRequests.views.done', { name: name.trim() }) })
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
        title={t('changeRequests.views.title')}
        startsAtTop
        busy={busy}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <>
            <Button onClick={onClose}>{t('ui.close')}</Button>
            <Button type="submit" variant="primary" busy={busy}>
              {t('changeRequests.views.save')}
            </Button>
          </>
        }
      >
        <QueryFrame
          query={saved}
          failedTitle={t('changeRequests.views.failed')}
          loading={<Skeleton lines={4} />}
        >
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="bookmark" title={t('changeRequests.views.none')} />
            ) : (
              <ul className="crq-views">
                {all.map((view) => (
                  <ViewLine
                    key={view.id}
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
          label={t('changeRequests.views.name')}
          hint={t('changeRequests.views.hint')}
          error={form.formState.errors.name?.message}
          autoComplete="off"
          maxLength={longestName}
          required
          {...form.register('name')}
        />
        <Checkbox label={t('changeRequests.views.share')} {...form.register('shared')} />
      </Dialog>
      {deleting && <DeleteViewDialog view={deleting} onClose={() => setDeleting(undefined)} />}
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
  view: SavedRequestView
  isOwn: boolean
  onOpen: () => void
  onDelete: () => void
}

function ViewLine({ view, isOwn, onOpen, onDelete }: ViewLineProps) {
  const { t } = useTranslation()
  const { name, query, shared, owner } = view
  const share = useMutation({ mutationFn: () => saveRequestView(name, query, !shared), onError: showProblem })
  return (
    <li>
      <div>
        <Button variant="link" onClick={onOpen}>
          {name}
        </Button>
        {shared && (
          <span className="d-block af-hint mt-0">
            {isOwn
              ? t('changeRequests.views.shared')
              : t('changeRequests.views.sharedBy', { account: owner })}
          </span>
        )}
      </div>
      {isOwn && (
        <>
          <IconButton
            icon={shared ? 'lock' : 'people'}
            label={t(`changeRequests.views.${shared ? 'unshareOne' : 'shareOne'}`, { name })}
            busy={share.isPending}
            onClick={() => share.mutate()}
          />
          <IconButton icon="trash" label={t('changeRequests.views.delete', { name })} onClick={onDelete} />
        </>
      )}
    </li>
  )
}

function DeleteViewDialog({ view, onClose }: { view: SavedRequestView; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useMutation({ mutationFn: () => deleteRequestView(view.id), onSuccess: onClose })
  return (
    <ConfirmDialog
      danger
      title={t('changeRequests.views.deleteTitle')}
      confirmText={t('changeRequests.views.deleteConfirm')}
      busyText={t('changeRequests.views.deleting')}
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('changeRequests.views.deleteText', { name: view.name })}
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
      title={t('changeRequests.views.replaceTitle')}
      confirmText={t('changeRequests.views.replaceConfirm')}
      busyText={t('changeRequests.views.replacing')}
      busy={replace.isPending}
      problem={replace.error?.message}
      onConfirm={() => replace.mutate()}
      onClose={onClose}
    >
      {t('changeRequests.views.replaceText', { name })}
    </ConfirmDialog>
  )
}
