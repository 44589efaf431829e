import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { deletePolicyView, policyViewsQuery, savePolicyView } from '@/api/policyViews'
import { useMe } from '@/api/queries'
import type { SavedPolicyView } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { IconButton } from '@/ui/IconButton'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toasts'

interface ViewForm {
  name: string
  shared: boolean
}

interface PolicyViewsDialogProps {
  collection: string
  /** The query string of the list as it is filtered and sorted now. */
  query: string
  onOpen: (query: string) => void
  onClose: () => void
}

/** Saves the filters of the requirements of a collection under a name, and opens saved ones. */
export function PolicyViewsDialog({ collection, query, onOpen, onClose }: PolicyViewsDialogProps) {
  const { t } = useTranslation()
  const account = useMe().user.account
  const saved = useQuery(policyViewsQuery(collection))
  const form = useForm<ViewForm>({ defaultValues: { name: '', shared: false } })
  const { submit, busy, problem } = useFormSave(form, async ({ name, shared }) => {
    await savePolicyView(collection, { name: name.trim(), query, shared })
    showToast({ tone: 'success', text: t('compliance.done') })
    form.reset()
  })
  return (
    <Dialog
      title={t('compliance.views.title')}
      startsAtTop
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('compliance.views.save')}
          </Button>
        </>
      }
    >
      <QueryFrame
        query={saved}
        failedTitle={t('compliance.views.failed')}
        loading={<Skeleton lines={3} />}
        keepsData
      >
        {(views) =>
          views.length === 0 ? (
            <p className="af-hint mt-0">{t('compliance.views.none')}</p>
          ) : (
            <ul className="cpl-references" aria-label={t('compliance.views.title')}>
              {views.map((view) => (
                <ViewLine
                  key={view.id}
                  collection={collection}
                  view={view}
                  isOwn={view.owner === account}
                  onOpen={() => onOpen(view.query)}
                />
              ))}
            </ul>
          )
        }
      </QueryFrame>
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('compliance.views.name')}
        hint={t('compliance.views.hint')}
        error={form.formState.errors.name?.message}
        autoComplete="off"
        maxLength={100}
        required
        {...form.register('name')}
      />
      <Checkbox label={t('compliance.views.share')} {...form.register('shared')} />
    </Dialog>
  )
}

interface ViewLineProps {
  collection: string
  view: SavedPolicyView
  isOwn: boolean
  onOpen: () => void
}

function ViewLine({ collection, view, isOwn, onOpen }: ViewLineProps) {
  const { t } = useTranslation()
  const { id, name, shared, owner } = view
  const remove = useMutation({
    mutationFn: () => deletePolicyView(collection, id),
    onError: showProblem,
  })
  return (
    <li className="d-flex flex-wrap gap-2 align-items-center">
      <Button variant="link" onClick={onOpen}>
        {name}
      </Button>
      {shared && (
        <small>
          {isOwn ? t('compliance.views.shared') : t('compliance.views.sharedBy', { account: owner })}
        </small>
      )}
      {isOwn && (
        <IconButton
          icon="trash"
          size="sm"
          label={t('compliance.views.delete', { name })}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </li>
  )
}
