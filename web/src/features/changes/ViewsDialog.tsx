import { useMutation, useQuery } from '@tanstack/react-query'
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
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { IconButton } from '@/ui/IconButton'
import { Skeleton } from '@/ui/Skeleton'

/** As the server takes them. */
const longestName = 100

interface ViewsDialogProps {
  /** The query string of the list as it is filtered and sorted now. */
  query: string
  onOpen: (query: string) => void
  onClose: () => void
}

/** Saves the filters of the list under a name, and opens saved ones. */
export function ViewsDialog({ query, onOpen, onClose }: ViewsDialogProps) {
  const { t } = useTranslation()
  const saved = useQuery(requestViewsQuery)
  const form = useForm({ defaultValues: { name: '', shared: false } })
  const { submit, busy, problem } = useFormSave(form, async ({ name, shared }) => {
    await saveRequestView(name.trim(), query, shared)
    form.reset()
  })
  return (
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
                <ViewLine key={view.id} view={view} onOpen={() => onOpen(view.query)} />
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
  )
}

function ViewLine({ view, onOpen }: { view: SavedRequestView; onOpen: () => void }) {
  const { t } = useTranslation()
  const isOwn = useMe().user.account === view.owner
  const remove = useMutation({ mutationFn: () => deleteRequestView(view.id), onError: showProblem })
  return (
    <li>
      <div>
        <Button variant="link" onClick={onOpen}>
          {view.name}
        </Button>
        {view.shared && (
          <span className="d-block af-hint mt-0">
            {isOwn
              ? t('changeRequests.views.shared')
              : t('changeRequests.views.sharedBy', { account: view.owner })}
          </span>
        )}
      </div>
      {isOwn && (
        <IconButton
          icon="trash"
          label={t('changeRequests.views.delete', { name: view.name })}
          onClick={() => remove.mutate()}
        />
      )}
    </li>
  )
}
